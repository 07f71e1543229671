import pg from 'pg';

type Wire = {
  on(event: 'parameterStatus', listener: (message: ParameterStatus) => void): void;
  stream: { destroy(error: Error): void };
};
type ParameterStatus = { parameterName: string; parameterValue: string };

/**
 * Refuses a server that is a standby, like libpq's `target_session_attrs=primary`. After a failover an
 * endpoint may name the old server for a while; every write on such a connection would fail until it ends.
 */
export class PrimaryClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { connection } = this as unknown as { connection: Wire };
    // Postgres reports the setting before it accepts statements, so this costs no query.
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby' && parameterValue === 'on')
        connection.stream.destroy(standbyError());
    });
  }
}

/** With the code of an unreachable server, because callers treat both alike. */
function standbyError(): Error {
  return Object.assign(new Error('the server of the database URL is a standby'), {
    code: 'ECONNREFUSED',
  });
}
