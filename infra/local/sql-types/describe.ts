import type pg from 'pg';

export type ResultColumn = {
  name: string;
  typeId: number;
  /** 0 for an expression. */
  tableId: number;
  /** The number of the column in its table. */
  columnNumber: number;
};

export type Description = { parameterTypeIds: number[]; columns: ResultColumn[] };

type RowDescription = {
  fields: { name: string; tableID: number; columnID: number; dataTypeID: number }[];
};

/** The parts of pg's connection that Parse and Describe use. */
type Connection = {
  parse(query: { name: string; text: string; types: number[] }): void;
  describe(target: { type: 'S'; name: string }): void;
  sync(): void;
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void;
};

/** Parses the statement at the server and returns the types of parameters and columns. */
export function describe(client: pg.Client, text: string): Promise<Description> {
  return new Promise((resolve, reject) => {
    const description: Description = { parameterTypeIds: [], columns: [] };
    const request = {
      submit(connection: Connection) {
        connection.once('parameterDescription', ({ dataTypeIDs }) => {
          description.parameterTypeIds = dataTypeIDs;
        });
        connection.parse({ name: '', text, types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
        return null;
      },
      handleRowDescription({ fields }: RowDescription) {
        description.columns = fields.map((field) => ({
          name: field.name,
          typeId: field.dataTypeID,
          tableId: field.tableID,
          columnNumber: field.columnID,
        }));
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(description),
    };
    client.query(request as unknown as pg.Submittable);
  });
}
