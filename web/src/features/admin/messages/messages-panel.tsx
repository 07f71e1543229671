import type { ContactStatus } from '@cairn/contracts/http/staff-contact.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Stack } from '../../../components/ui/layout.tsx';
import { adminQuery, callRoute } from '../api/call-route.ts';
import styles from '../ui/admin.module.css';
import { ExportButton } from '../ui/export-button.tsx';
import { FilterSelect } from '../ui/filters.tsx';
import { KeysetPager } from '../ui/keyset-pager.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { FIRST_PAGE, useKeyset } from '../ui/use-keyset.ts';
import { useUrlState } from '../ui/use-url-state.ts';
import { ContactMessage } from './contact-message.tsx';
import own from './messages.module.css';

/** Shows open messages first, because they need a staff action. */
export function MessagesPanel() {
  const { get, set } = useUrlState();
  const keyset = useKeyset();
  const chosen = get('status') || 'open';
  const status = (chosen === 'all' ? '' : chosen) as ContactStatus | '';
  const filter = { search: get('search'), status };
  const input = { ...filter, ...keyset.query };
  const query = useQuery({
    ...adminQuery('GET /api/admin/contact-messages', { query: input }, 'contact-messages', input),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack>
      <div className={styles['filters']}>
        <SearchField
          label="Search"
          value={filter.search}
          placeholder="Email or ID"
          onSearch={(search) => set({ search, ...FIRST_PAGE }, { isTyping: true })}
        />
        <FilterSelect
          label="Status"
          value={chosen}
          onChoose={(next) => set({ status: next, ...FIRST_PAGE })}
        >
          <option value="all">All statuses</option>
          <option value="open">Open</option>
          <option value="answered">Answered</option>
          <option value="closed">Closed</option>
        </FilterSelect>
        <FilterSelect
          label="Order"
          value={keyset.query.direction}
          onChoose={(direction) => set({ direction, ...FIRST_PAGE })}
        >
          <option value="desc">Newest first</option>
          <option value="asc">Oldest first</option>
        </FilterSelect>
      </div>
      <Loaded query={query} failedText="Failed to fetch messages">
        {({ messages, pagination }) => (
          <Stack>
            <ExportButton
              noun="messages"
              total={pagination.total}
              readPart={(starting_after) =>
                callRoute('GET /api/admin/contact-messages/export', {
                  query: { ...filter, starting_after },
                })
              }
            />
            {messages.length === 0 && (
              <p>{chosen === 'open' ? 'No message is open.' : 'No message fits.'}</p>
            )}
            <ul className={own['list']}>
              {messages.map((message) => (
                <li key={message.id}>
                  <ContactMessage message={message} />
                </li>
              ))}
            </ul>
            <KeysetPager
              pagination={pagination}
              ids={messages.map(({ id }) => id)}
              noun="messages"
              keyset={keyset}
            />
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}
