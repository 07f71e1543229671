import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { adminQuery } from '../api/call-route.ts';
import { Loaded } from '../ui/loaded.tsx';
import own from './sql.module.css';

export function SqlTables({ onUse }: { onUse: (table: string) => void }) {
  const query = useQuery({
    ...adminQuery('GET /api/admin/sql/tables', {}, 'sql-tables'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <aside aria-label="Tables and columns">
      <Stack gap="small">
        <h2 className={own['aside-title']}>Tables</h2>
        <Loaded query={query} failedText="Failed to fetch the tables">
          {({ tables }) => (
            <section
              className={own['tables']}
              aria-label="List of tables"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
              tabIndex={0}
            >
              {tables.map(({ name, columns }) => (
                <details key={name}>
                  <summary>{name}</summary>
                  <Button variant="quiet" onClick={() => onUse(name)}>
                    Select from {name}
                  </Button>
                  <ul>
                    {columns.map((column) => (
                      <li key={column.name}>
                        <code>{column.name}</code> {column.type}
                        {column.updatable && <b> can be updated</b>}
                        {column.reason && <small> Cannot be updated: {column.reason}</small>}
                      </li>
                    ))}
                  </ul>
                </details>
              ))}
            </section>
          )}
        </Loaded>
      </Stack>
    </aside>
  );
}
