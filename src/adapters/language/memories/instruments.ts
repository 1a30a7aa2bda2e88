import { alternatives } from "../text/alternatives.js";

/** What people play; for a pattern. */
export const instrumentLike = alternatives(`
  guitar piano violin cello flute drums drum trumpet saxophone sax clarinet harp bass organ ukulele banjo accordion viola trombone
  oboe keyboard keyboards bagpipes recorder harmonica mandolin veena sitar tabla horn French_horn tuba bassoon oud fiddle
  bodhrán cornet euphonium double_bass electric_guitar synth tin_whistle concertina zither lute koto erhu kora djembe marimba
  xylophone vibraphone dulcimer balalaika
`);
