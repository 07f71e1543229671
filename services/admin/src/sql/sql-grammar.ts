/**
 * The allowed nodes and fields, by their names in Postgres' parse tree. Others are refused, including
 * those that a newer Postgres adds. Fields are grouped by content: `nodes` are walked, `parts` are nodes
 * without a wrapper object, `plain` are flags and positions.
 */
export type NodeShape = {
  nodes?: string;
  /** Field → type of its node. */
  parts?: Record<string, string>;
  plain?: string;
};

export const NODES: Readonly<Record<string, NodeShape>> = {
  SelectStmt: {
    nodes: `distinctClause targetList fromClause whereClause groupClause havingClause windowClause
      valuesLists sortClause limitOffset limitCount`,
    parts: { withClause: 'WithClause', larg: 'SelectStmt', rarg: 'SelectStmt' },
    plain: 'groupDistinct limitOption op all',
  },
  UpdateStmt: { nodes: 'targetList whereClause', parts: { relation: 'RangeVar' } },
  // No `recursive`: only the timeout would bound a recursive query.
  WithClause: { nodes: 'ctes', plain: 'location' },
  CommonTableExpr: {
    nodes: 'aliascolnames ctequery',
    plain: 'ctename ctematerialized location',
  },
  ResTarget: { nodes: 'val', plain: 'name location' },
  RangeVar: {
    parts: { alias: 'Alias' },
    plain: 'schemaname relname inh relpersistence location',
  },
  RangeSubselect: { nodes: 'subquery', parts: { alias: 'Alias' }, plain: 'lateral' },
  JoinExpr: {
    nodes: 'larg rarg usingClause quals',
    parts: { alias: 'Alias', join_using_alias: 'Alias' },
    plain: 'jointype isNatural rtindex',
  },
  Alias: { nodes: 'colnames', plain: 'aliasname' },
  SortBy: { nodes: 'node', plain: 'sortby_dir sortby_nulls location' },
  GroupingSet: { nodes: 'content', plain: 'kind location' },
  GroupingFunc: { nodes: 'args', plain: 'location' },
  WindowDef: {
    nodes: 'partitionClause orderClause startOffset endOffset',
    plain: 'name refname frameOptions location',
  },
  ColumnRef: { nodes: 'fields', plain: 'location' },
  A_Star: {},
  A_Const: { plain: 'ival fval sval boolval isnull location' },
  A_Expr: {
    nodes: 'lexpr rexpr',
    plain: 'kind name rexpr_list_start rexpr_list_end location',
  },
  A_ArrayExpr: { nodes: 'elements', plain: 'list_start list_end location' },
  BoolExpr: { nodes: 'args', plain: 'boolop location' },
  NullTest: { nodes: 'arg', plain: 'nulltesttype argisrow location' },
  BooleanTest: { nodes: 'arg', plain: 'booltesttype location' },
  CaseExpr: { nodes: 'arg args defresult', plain: 'location' },
  CaseWhen: { nodes: 'expr result', plain: 'location' },
  CoalesceExpr: { nodes: 'args', plain: 'location' },
  MinMaxExpr: { nodes: 'args', plain: 'op location' },
  SubLink: { nodes: 'testexpr subselect', plain: 'subLinkType operName location' },
  RowExpr: { nodes: 'args', plain: 'row_format location' },
  List: { nodes: 'items' },
  String: { plain: 'sval' },
  Integer: { plain: 'ival' },
  FuncCall: {
    nodes: 'args agg_order agg_filter',
    parts: { over: 'WindowDef' },
    plain: 'funcname agg_within_group agg_star agg_distinct funcformat location',
  },
  SQLValueFunction: { plain: 'op typmod location' },
  TypeCast: { nodes: 'arg', parts: { typeName: 'TypeName' }, plain: 'location' },
  TypeName: { nodes: 'typmods arrayBounds', plain: 'names typemod location' },
};

/**
 * Functions without effects. None calls another by name, reads beyond its arguments or returns a set.
 * No aggregate collects its rows into one value (`string_agg`, `array_agg`): Postgres bounds that at
 * 1 GB only.
 */
export const FUNCTIONS: ReadonlySet<string> = new Set(
  `count sum avg min max bool_and bool_or every stddev variance percentile_cont percentile_disc mode
   row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
   lower upper initcap length char_length character_length octet_length btrim ltrim rtrim trim
   substring substr left right position strpos replace split_part concat concat_ws starts_with reverse
   regexp_replace regexp_like like_escape translate
   abs round ceil ceiling floor trunc mod sign sqrt
   now date_trunc date_part extract age to_char to_date date_bin make_date timezone overlaps
   jsonb_set jsonb_array_length jsonb_typeof json_array_length cardinality array_length`.split(
    /\s+/,
  ),
);

/**
 * Functions of one argument of any type, which Postgres calls for `row.name` if the row has no such
 * column. A test compares them with the database's catalogue.
 */
export const ROW_FUNCTIONS: ReadonlySet<string> = new Set(
  `any_out any_value array_agg anycompatible_out anycompatiblenonarray_out anyelement_out anynonarray_out
   hash_record json_agg json_agg_strict json_build_array json_build_object jsonb_agg jsonb_agg_strict jsonb_build_array
   jsonb_build_object num_nonnulls num_nulls pg_collation_for pg_column_compression
   pg_column_size pg_column_toast_chunk_id pg_restore_attribute_stats pg_restore_relation_stats
   pg_typeof quote_literal quote_nullable record_out record_send row_to_json to_json to_jsonb`.split(
    /\s+/,
  ),
);

export const TYPES: ReadonlySet<string> = new Set(
  `text varchar bpchar int2 int4 int8 smallint integer int bigint numeric decimal float4 float8 bool
   boolean date time timetz timestamp timestamptz interval uuid json jsonb`.split(/\s+/),
);

export const OPERATORS: ReadonlySet<string> = new Set([
  ...'= <> != < > <= >= + - * / % ~ ~* !~ !~* ~~ ~~* !~~ !~~* -> ->> #> #>> @> <@ ||'.split(' '),
  ...['BETWEEN', 'NOT BETWEEN', 'BETWEEN SYMMETRIC', 'NOT BETWEEN SYMMETRIC'],
]);

export const EXPRESSION_KINDS: ReadonlySet<string> = new Set(
  `AEXPR_OP AEXPR_OP_ANY AEXPR_OP_ALL AEXPR_DISTINCT AEXPR_NOT_DISTINCT AEXPR_NULLIF AEXPR_IN
   AEXPR_LIKE AEXPR_ILIKE AEXPR_BETWEEN AEXPR_NOT_BETWEEN AEXPR_BETWEEN_SYM
   AEXPR_NOT_BETWEEN_SYM`.split(/\s+/),
);

/** Times only; `current_user` and the like are not allowed. */
export const VALUE_FUNCTIONS: ReadonlySet<string> = new Set(
  `SVFOP_CURRENT_DATE SVFOP_CURRENT_TIME SVFOP_CURRENT_TIMESTAMP SVFOP_LOCALTIME
   SVFOP_LOCALTIMESTAMP`.split(/\s+/),
);
