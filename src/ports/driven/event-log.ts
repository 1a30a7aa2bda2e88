export type Fields = Readonly<Record<string, unknown>>;

/** Events with fields, such as `conversation.failed {id, attempt}`. Never personal text. */
export interface EventLog {
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  error(event: string, fields?: Fields): void;
}
