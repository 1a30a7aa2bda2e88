/**
 * Each migration is applied once, in this order; `user_version` counts them. A released migration never changes.
 * Personal text is only in the columns `state` and `segments` of rowid tables and in no index, because SQLite leaves
 * remnants of deleted index entries in the file (decision 4.11).
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE conversations (
    key INTEGER PRIMARY KEY,
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    sort_key TEXT NOT NULL,
    listed INTEGER NOT NULL,
    category TEXT NOT NULL,
    folder_id TEXT,
    starred INTEGER NOT NULL,
    due_at INTEGER,
    state TEXT NOT NULL,
    UNIQUE (user_id, id)
  );
  CREATE INDEX conversations_listed ON conversations (user_id, sort_key, category, starred) WHERE listed = 1;
  CREATE INDEX conversations_in_folder ON conversations (user_id, folder_id, sort_key, category, starred)
    WHERE listed = 1 AND folder_id IS NOT NULL;
  CREATE INDEX conversations_starred ON conversations (user_id, sort_key, category) WHERE listed = 1 AND starred = 1;
  CREATE INDEX conversations_due ON conversations (due_at) WHERE due_at IS NOT NULL;

  CREATE TABLE transcript_chunks (
    key INTEGER PRIMARY KEY,
    conversation INTEGER NOT NULL,
    first_segment INTEGER NOT NULL,
    segments TEXT NOT NULL,
    UNIQUE (conversation, first_segment)
  );

  CREATE TABLE action_items (
    key INTEGER PRIMARY KEY,
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    sort_key TEXT NOT NULL,
    conversation_id TEXT,
    touched INTEGER NOT NULL,
    state TEXT NOT NULL,
    UNIQUE (user_id, id)
  );
  CREATE INDEX action_items_of_conversation ON action_items (user_id, conversation_id, sort_key, touched)
    WHERE conversation_id IS NOT NULL;

  CREATE TABLE tombstones (
    user_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (user_id, kind, id)
  ) WITHOUT ROWID;

  CREATE TABLE folders (
    key INTEGER PRIMARY KEY,
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    place INTEGER NOT NULL,
    state TEXT NOT NULL,
    UNIQUE (user_id, id)
  );
  CREATE INDEX folders_listed ON folders (user_id, place, id);

  CREATE TABLE api_keys (
    key INTEGER PRIMARY KEY,
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    UNIQUE (user_id, id)
  );
  CREATE INDEX api_keys_listed ON api_keys (user_id, created_at DESC, id);

  CREATE TABLE users (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL
  );
  `,
  `
  CREATE TABLE extractions (
    user_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    fence INTEGER NOT NULL,
    PRIMARY KEY (user_id, conversation_id)
  ) WITHOUT ROWID;
  `,
  `
  CREATE TABLE goals (
    key INTEGER PRIMARY KEY,
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    active_key TEXT,
    sort_key TEXT NOT NULL,
    state TEXT NOT NULL,
    UNIQUE (user_id, id)
  );
  CREATE INDEX goals_active ON goals (user_id, active_key) WHERE active_key IS NOT NULL;
  CREATE INDEX goals_all ON goals (user_id, sort_key);
  `,
  `
  ALTER TABLE action_items ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
  UPDATE action_items
    SET created_at = CAST(round(unixepoch(json_extract(state, '$.state.createdAt'), 'subsec') * 1000) AS INTEGER);
  CREATE INDEX action_items_listed ON action_items (user_id, sort_key, created_at);
  DROP INDEX action_items_of_conversation;
  CREATE INDEX action_items_of_conversation ON action_items (user_id, conversation_id, sort_key, created_at)
    WHERE conversation_id IS NOT NULL;
  `,
  `
  CREATE TABLE keyed_calls (
    key INTEGER PRIMARY KEY,
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    running INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    UNIQUE (user_id, id)
  );
  CREATE INDEX keyed_calls_running ON keyed_calls (user_id) WHERE running = 1;
  CREATE INDEX keyed_calls_expiring ON keyed_calls (expires_at);

  CREATE TABLE shown_objects (
    user_id TEXT NOT NULL,
    object_id TEXT NOT NULL,
    call INTEGER NOT NULL,
    PRIMARY KEY (user_id, object_id, call)
  ) WITHOUT ROWID;
  CREATE INDEX shown_objects_of_call ON shown_objects (call);
  `,
  `
  CREATE TABLE memories (
    key INTEGER PRIMARY KEY,
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    content_digest BLOB NOT NULL,
    revision INTEGER NOT NULL,
    sort_key TEXT NOT NULL,
    listed INTEGER NOT NULL,
    category TEXT NOT NULL,
    state TEXT NOT NULL,
    UNIQUE (user_id, id),
    UNIQUE (user_id, content_digest)
  );
  CREATE INDEX memories_listed ON memories (user_id, sort_key, category) WHERE listed = 1;
  CREATE INDEX memories_changed ON memories (user_id, revision);

  CREATE TABLE memory_sources (
    user_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    memory INTEGER NOT NULL,
    PRIMARY KEY (user_id, conversation_id, memory)
  ) WITHOUT ROWID;

  CREATE TABLE memory_removals (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY (user_id, id)
  ) WITHOUT ROWID;
  CREATE INDEX memory_removals_changed ON memory_removals (user_id, revision);

  CREATE TABLE extraction_fences (
    user_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    fence INTEGER NOT NULL,
    PRIMARY KEY (user_id, conversation_id, kind)
  ) WITHOUT ROWID;
  INSERT INTO extraction_fences (user_id, conversation_id, kind, fence)
    SELECT user_id, conversation_id, 'action_item', fence FROM extractions;
  DROP TABLE extractions;
  `,
  `
  CREATE TABLE embeddings (
    key INTEGER PRIMARY KEY,
    user_id TEXT NOT NULL,
    memory_id TEXT NOT NULL,
    embedder_id TEXT NOT NULL,
    digest TEXT NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (user_id, memory_id, embedder_id)
  );
  CREATE TRIGGER embeddings_go_with_their_memory AFTER DELETE ON memories BEGIN
    DELETE FROM embeddings WHERE user_id = OLD.user_id AND memory_id = OLD.id;
  END;
  `,
  `
  CREATE TRIGGER answers_go_with_the_memory_they_show AFTER DELETE ON memories BEGIN
    UPDATE keyed_calls SET state = json_set(state, '$.state.answer', NULL)
    WHERE key IN (SELECT call FROM shown_objects WHERE user_id = OLD.user_id AND object_id = OLD.id);
  END;
  CREATE TRIGGER answers_go_with_the_action_item_they_show AFTER DELETE ON action_items BEGIN
    UPDATE keyed_calls SET state = json_set(state, '$.state.answer', NULL)
    WHERE key IN (SELECT call FROM shown_objects WHERE user_id = OLD.user_id AND object_id = OLD.id);
  END;
  `,
  `
  DROP TRIGGER answers_go_with_the_memory_they_show;
  DROP TRIGGER answers_go_with_the_action_item_they_show;
  `,
  `
  CREATE TABLE forgotten_removals (
    user_id TEXT PRIMARY KEY,
    revision INTEGER NOT NULL
  ) WITHOUT ROWID;
  `,
  `
  CREATE TABLE deleted_objects (
    user_id TEXT NOT NULL,
    object_id TEXT NOT NULL,
    known_until INTEGER NOT NULL,
    PRIMARY KEY (user_id, object_id)
  ) WITHOUT ROWID;
  CREATE INDEX deleted_objects_outdated ON deleted_objects (known_until);
  INSERT INTO deleted_objects (user_id, object_id, known_until)
    SELECT user_id, value, max(expires_at) + 86400000
    FROM keyed_calls, json_each(state, '$.state.deletedMeanwhile') GROUP BY user_id, value;
  UPDATE keyed_calls SET state = json_remove(state, '$.state.deletedMeanwhile');
  `,
  `
  ALTER TABLE api_keys ADD COLUMN sort_key TEXT NOT NULL DEFAULT '';
  UPDATE api_keys SET sort_key = format('%015d', 253402300799999 - created_at) || id;
  DROP INDEX api_keys_listed;
  CREATE INDEX api_keys_listed ON api_keys (user_id, sort_key);
  ALTER TABLE api_keys DROP COLUMN created_at;
  `,
  `
  CREATE INDEX action_items_created ON action_items (user_id, created_at, sort_key);
  CREATE INDEX memories_of_category ON memories (user_id, category, sort_key) WHERE listed = 1;
  DROP INDEX memories_listed;
  CREATE INDEX memories_listed ON memories (user_id, sort_key) WHERE listed = 1;
  `,
  // `normalizeText` changed. Of two memories whose contents are equal now, one keeps its old digest.
  `
  UPDATE OR IGNORE memories SET content_digest = content_digest(state -> '$.state.content');
  `,
  `
  ALTER TABLE deleted_objects RENAME TO unnumbered_deletions;
  CREATE TABLE deleted_objects (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id TEXT NOT NULL,
    object_id TEXT NOT NULL,
    known_until INTEGER NOT NULL,
    UNIQUE (user_id, object_id)
  );
  INSERT INTO deleted_objects (user_id, object_id, known_until)
    SELECT user_id, object_id, known_until FROM unnumbered_deletions;
  DROP TABLE unnumbered_deletions;
  CREATE INDEX deleted_objects_outdated ON deleted_objects (known_until);
  ALTER TABLE keyed_calls ADD COLUMN begun_after INTEGER NOT NULL DEFAULT 0;
  `,
  `
  CREATE TABLE token_budgets (
    user_id TEXT PRIMARY KEY,
    day TEXT NOT NULL,
    spent INTEGER NOT NULL
  ) WITHOUT ROWID;
  `,
  `
  CREATE TABLE slots (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    line TEXT NOT NULL,
    holder TEXT NOT NULL,
    held_until INTEGER NOT NULL,
    UNIQUE (line, holder)
  );
  `,
  `
  ALTER TABLE conversations ADD COLUMN status TEXT NOT NULL DEFAULT '';
  ALTER TABLE conversations ADD COLUMN made_by TEXT;
  UPDATE conversations SET status = state ->> '$.state.status', made_by = state ->> '$.state.summary.madeBy';
  CREATE INDEX conversations_counted ON conversations (status, made_by);
  CREATE INDEX embeddings_counted ON embeddings (embedder_id);
  CREATE TRIGGER embeddings_go_with_what_their_memory_said AFTER UPDATE OF content_digest, listed ON memories
  WHEN NEW.listed = 0 OR NEW.content_digest <> OLD.content_digest BEGIN
    DELETE FROM embeddings WHERE user_id = NEW.user_id AND memory_id = NEW.id;
  END;
  `,
  `
  CREATE INDEX conversations_held ON conversations (user_id, sort_key);
  CREATE TABLE reprocessing_runs (
    user_id TEXT PRIMARY KEY,
    state TEXT NOT NULL
  ) WITHOUT ROWID;
  `,
  `
  ALTER TABLE conversations ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
  UPDATE conversations SET revision = 1 WHERE listed = 1;
  CREATE INDEX conversations_changed ON conversations (user_id, revision) WHERE revision > 0;
  CREATE TABLE conversation_removals (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY (user_id, id)
  ) WITHOUT ROWID;
  CREATE INDEX conversation_removals_changed ON conversation_removals (user_id, revision);
  CREATE TABLE forgotten_conversation_removals (
    user_id TEXT PRIMARY KEY,
    revision INTEGER NOT NULL
  ) WITHOUT ROWID;
  `,
  `
  UPDATE conversations SET listed = 1, category = state ->> '$.state.summary.category'
  WHERE status = 'processing' AND state ->> '$.state.summary' IS NOT NULL
    AND NOT coalesce(state ->> '$.state.edits.discarded', state ->> '$.state.unusable');
  `,
  `
  CREATE TABLE apps (
    key INTEGER PRIMARY KEY,
    owner_id TEXT NOT NULL,
    id TEXT NOT NULL UNIQUE,
    sort_key TEXT NOT NULL,
    state TEXT NOT NULL
  );
  CREATE INDEX apps_listed ON apps (owner_id, sort_key);

  CREATE TABLE app_secrets (
    digest TEXT PRIMARY KEY,
    app INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX app_secrets_of_app ON app_secrets (app);

  CREATE TABLE installations (
    key INTEGER PRIMARY KEY,
    user_id TEXT NOT NULL,
    app INTEGER NOT NULL,
    state TEXT NOT NULL,
    UNIQUE (user_id, app)
  );
  CREATE INDEX installations_of_app ON installations (app);
  `,
  `
  ALTER TABLE conversations ADD COLUMN flush_at INTEGER;
  CREATE INDEX conversations_unflushed ON conversations (flush_at) WHERE flush_at IS NOT NULL;
  `,
  `
  CREATE TABLE notifications (
    key INTEGER PRIMARY KEY,
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    sort_key TEXT NOT NULL,
    unread INTEGER NOT NULL,
    app_id TEXT,
    conversation_id TEXT,
    talk_key TEXT NOT NULL,
    revision INTEGER NOT NULL,
    due_at INTEGER,
    state TEXT NOT NULL,
    UNIQUE (user_id, id)
  );
  CREATE INDEX notifications_listed ON notifications (user_id, sort_key);
  CREATE INDEX notifications_unread ON notifications (user_id, sort_key) WHERE unread = 1;
  CREATE INDEX notifications_with_app ON notifications (user_id, app_id, talk_key) WHERE app_id IS NOT NULL;
  CREATE INDEX notifications_of_conversation ON notifications (user_id, conversation_id)
  WHERE conversation_id IS NOT NULL;
  CREATE INDEX notifications_changed ON notifications (user_id, revision);
  CREATE INDEX notifications_due ON notifications (due_at) WHERE due_at IS NOT NULL;

  CREATE TABLE quotas (
    key TEXT NOT NULL,
    begins_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (key, begins_at)
  ) WITHOUT ROWID;
  CREATE INDEX quotas_ending ON quotas (ends_at);
  `,
  `
  CREATE TABLE webhook_deliveries (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    owner_id TEXT NOT NULL,
    app_id TEXT NOT NULL,
    sort_key TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    due_at INTEGER,
    state TEXT NOT NULL
  );
  CREATE INDEX webhook_deliveries_listed ON webhook_deliveries (owner_id, sort_key);
  CREATE INDEX webhook_deliveries_of_app ON webhook_deliveries (owner_id, app_id, sort_key);
  CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX webhook_deliveries_made ON webhook_deliveries (created_at);
  `,
  `
  CREATE TABLE once_guards (
    user_id TEXT NOT NULL,
    app_id TEXT NOT NULL,
    holder TEXT NOT NULL,
    held_until INTEGER NOT NULL,
    PRIMARY KEY (user_id, app_id)
  ) WITHOUT ROWID;
  CREATE INDEX once_guards_expiring ON once_guards (held_until);
  `,
  `
  CREATE TABLE push_targets (
    key INTEGER PRIMARY KEY,
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    state TEXT NOT NULL,
    UNIQUE (user_id, id)
  );
  `,
  `
  CREATE TABLE store_metadata (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) WITHOUT ROWID;
  `,
  `
  ALTER TABLE conversations ADD COLUMN discarded INTEGER NOT NULL DEFAULT 0;
  UPDATE conversations SET discarded = 1
    WHERE coalesce(state ->> '$.state.edits.discarded', state ->> '$.state.unusable');
  CREATE INDEX conversations_of_status ON conversations (user_id, status, sort_key, category, starred, folder_id)
    WHERE discarded = 0;
  `,
  // Processes conversations again that an earlier version could not summarise.
  `
  UPDATE conversations SET
    status = 'processing',
    due_at = CAST(unixepoch('subsec') * 1000 AS INTEGER),
    state = json_set(
      json_insert(state, '$.dates[#]', json('["lease","nextAttemptAt"]')),
      '$.state.status', 'processing',
      '$.state.lease.nextAttemptAt', strftime('%Y-%m-%dT%H:%M:%fZ')
    )
  WHERE status = 'failed';
  `,
  `
  CREATE TABLE notification_sources (
    user_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    source_id TEXT NOT NULL,
    notification INTEGER NOT NULL,
    PRIMARY KEY (user_id, kind, source_id, notification)
  ) WITHOUT ROWID;
  CREATE INDEX notification_sources_of ON notification_sources (notification);
  INSERT INTO notification_sources (user_id, kind, source_id, notification)
    SELECT user_id, 'conversation', conversation_id, key FROM notifications WHERE conversation_id IS NOT NULL;
  UPDATE notifications SET state = json_remove(
    json_set(
      state,
      '$.state.sources',
      iif(
        conversation_id IS NULL,
        json_array(),
        json_array(json_object('kind', 'conversation', 'id', conversation_id))
      )
    ),
    '$.state.conversationId'
  );
  DROP INDEX notifications_of_conversation;
  ALTER TABLE notifications DROP COLUMN conversation_id;

  CREATE TABLE notification_removals (
    user_id TEXT NOT NULL,
    id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY (user_id, id)
  ) WITHOUT ROWID;
  CREATE INDEX notification_removals_changed ON notification_removals (user_id, revision);

  ALTER TABLE webhook_deliveries ADD COLUMN user_id TEXT NOT NULL DEFAULT '';
  ALTER TABLE webhook_deliveries ADD COLUMN conversation_id TEXT NOT NULL DEFAULT '';
  UPDATE webhook_deliveries
    SET user_id = state ->> '$.state.userId', conversation_id = state ->> '$.state.conversationId';
  UPDATE webhook_deliveries SET state = json_set(state, '$.state.sessionId', NULL)
    WHERE NOT EXISTS (
      SELECT 1 FROM conversations
      WHERE conversations.user_id = webhook_deliveries.user_id AND conversations.id = conversation_id
    );
  CREATE INDEX webhook_deliveries_of_conversation ON webhook_deliveries (user_id, conversation_id);
  `,
  `
  CREATE TABLE memory_formers (
    user_id TEXT NOT NULL,
    former_id TEXT NOT NULL,
    memory INTEGER NOT NULL,
    PRIMARY KEY (user_id, former_id, memory)
  ) WITHOUT ROWID;
  INSERT OR IGNORE INTO memory_formers (user_id, former_id, memory)
    SELECT user_id, value ->> '$.memory.id', memories.key FROM memories, json_each(state, '$.state.superseded');
  `,
];
