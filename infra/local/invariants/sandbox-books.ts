export type Charge = {
  id: string;
  amount: number;
  status: string;
  payment_intent: string;
  metadata: Record<string, string>;
};

/** All charges at the sandbox's Stripe. */
export async function listCharges(sandbox: string, secretKey: string): Promise<Charge[]> {
  const all: Charge[] = [];
  for (;;) {
    const after = all.at(-1)?.id;
    const query = new URLSearchParams({
      limit: '100',
      ...(after ? { starting_after: after } : {}),
    });
    const response = await fetch(`${sandbox}/v1/charges?${query}`, {
      headers: { authorization: `Bearer ${secretKey}` },
    });
    const page = (await response.json()) as { data: Charge[]; has_more: boolean };
    all.push(...page.data);
    if (!page.has_more) return all;
  }
}

/** The delivery id of each mail that the sandbox's SendGrid accepted. */
export async function listSentMails(sandbox: string): Promise<string[]> {
  const response = await fetch(`${sandbox}/messages?channel=email`);
  const messages = (await response.json()) as { customArgs: Record<string, string> }[];
  return messages.map(({ customArgs }) => customArgs['delivery_id'] ?? 'none');
}
