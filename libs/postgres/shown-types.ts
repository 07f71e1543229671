import pg from 'pg';

type Parse = (text: string) => unknown;

const OIDS = pg.types.builtins;

const PARSERS: Readonly<Record<number, Parse>> = {
  // Without a time zone: a Date would shift them by the zone of this process.
  [OIDS.DATE]: (text) => text,
  [OIDS.TIMESTAMP]: (text) => text,
  [OIDS.INTERVAL]: (text) => text,
  [OIDS.TIMESTAMPTZ]: moment,
  [OIDS.FLOAT4]: number,
  [OIDS.FLOAT8]: number,
};

/** Lossless JSON values; types without a JSON equivalent stay text as Postgres writes them. */
export const SHOWN_TYPES = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): Parse =>
    PARSERS[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
};

/** `infinity`, and years beyond JavaScript's range. */
function moment(text: string): unknown {
  const date = pg.types.getTypeParser(OIDS.TIMESTAMPTZ)(text) as unknown;
  return date instanceof Date && !Number.isNaN(date.getTime()) ? date : text;
}

/** `NaN` and `Infinity`. */
function number(text: string): unknown {
  return Number.isFinite(Number(text)) ? Number(text) : text;
}
