-- Up Migration

-- Attempts are append-only for a year; then the purge may delete them, row by row.
DROP TRIGGER code_attempts_append_only ON code_attempts;
CREATE TRIGGER code_attempts_append_only BEFORE UPDATE OR TRUNCATE ON code_attempts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_attempts();
CREATE TRIGGER code_attempts_kept_for_a_year BEFORE DELETE ON code_attempts FOR EACH ROW
  WHEN (OLD.attempted_at > now() - interval '365 days')
  EXECUTE FUNCTION refuse_to_change_attempts();

CREATE INDEX code_attempts_age ON code_attempts (attempted_at);

-- Down Migration
DROP INDEX code_attempts_age;
DROP TRIGGER code_attempts_kept_for_a_year ON code_attempts;
DROP TRIGGER code_attempts_append_only ON code_attempts;
CREATE TRIGGER code_attempts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON code_attempts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_attempts();
