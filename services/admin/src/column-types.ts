/**
 * Types that Postgres does not know: of JSON. Keys: `table.column`, an expression's name, or
 * `statement.name`.
 */
export type ColumnTypes = {
  'activities.before': Record<string, unknown>;
  'activities.after': Record<string, unknown>;
  'form_drafts.content': Record<string, unknown>;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};
