import pg from 'pg';

type Parse = (text: string) => unknown;

const OIDS = pg.types.builtins;

const PARSERS: Readonly<Record<number, Parse>> = {
  // Without a time zone they are no moment: a Date would move them by the zone of this process.
  [OIDS.DATE]: (text) => text,
  [OIDS.TIMESTAMP]: (text) => text,
  [OIDS.INTERVAL]: (text) => text,
  [OIDS.TIMESTAMPTZ]: moment,
  [OIDS.FLOAT4]: number,
  [OIDS.FLOAT8]: number,
};

/** As JSON can tell values without loss: what it has no form for stays Postgres' own text. */
export const SHOWN_TYPES = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): Parse =>
    PARSERS[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
};

/** `infinity`, and years that JavaScript does not reach. */
function moment(text: string): unknown {
  const date = pg.types.getTypeParser(OIDS.TIMESTAMPTZ)(text) as unknown;
  return date instanceof Date && !Number.isNaN(date.getTime()) ? date : text;
}

/** `NaN` and `Infinity`. */
function number(text: string): unknown {
  return Number.isFinite(Number(text)) ? Number(text) : text;
}
