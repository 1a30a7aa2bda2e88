import type { Segment } from "../../domain/transcript.js";

/** Contract 4.8. */
export const webhookBody = (sessionId: string, segments: readonly Segment[]) => ({
  session_id: sessionId,
  segments: segments.map(({ text, speakerId, isUser }) => ({ text, speaker: labelOf(speakerId), is_user: isUser })),
});

/** The contract's form, whatever the client calls the speaker: a name is the user's to give. */
const labelOf = (speakerId: number): string => `SPEAKER_${String(speakerId).padStart(2, "0")}`;
