import type { Endpoints } from './endpoints.ts';
import type { ServedInfrastructure } from './infrastructure.ts';
import { usesSandboxMail, usesSandboxStripe } from './providers.ts';

type Announced = {
  endpoints: Endpoints;
  sources: ServedInfrastructure['sources'];
  /** The page of the viewer of traces. */
  traces: string | undefined;
};

/** The text that `npm start` prints when everything is ready. */
export function announcement({ endpoints, sources, traces }: Announced, seconds: string): string {
  const { app, inbox, backOffice, logins } = endpoints;
  const { postgres, redis, kafka } = sources;
  const lines = [
    '',
    `Cairn is up after ${seconds} s.`,
    '',
    `  App          ${app}`,
    `  Inbox        ${inbox}${usesSandboxMail(process.env) ? '' : '  (mail goes out by SendGrid)'}`,
    `  Back office  ${backOffice}`,
    ...(traces ? [`  Traces       ${traces}`] : []),
    '',
    `  Admin        ${logins.admin.email}   ${logins.admin.password}`,
    `  Player       ${logins.player.email}  ${logins.player.password}`,
    usesSandboxStripe(process.env)
      ? '  Test card    4242 4242 4242 4242, any date to come, any CVC'
      : '  Cards        by your own Stripe account',
    '',
    `  Postgres     ${postgres}`,
    `  Redis        ${redis}`,
    `  Kafka        ${kafka}`,
    '',
    '  Logs         npm run logs -- payment',
    '  Addresses    .local/endpoints.json',
    '  Stop         Ctrl-C',
    '',
  ];
  return lines.join('\n');
}
