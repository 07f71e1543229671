import { randomBytes } from 'node:crypto';
import { sealedTokenContext } from '@cairn/contracts/events/users.ts';
import type { Database } from '@cairn/postgres/pool.ts';
import { unseal } from '@cairn/service-kit/seal.ts';
import type { ClaimedDelivery } from '../deliveries/leases.store.ts';
import { findMailingContent } from '../mailings/mailings.store.ts';
import { hashAddress } from '../suppressions/suppression.ts';
import { isBulk, renderMail, renderText } from '../templates/catalogue.ts';
import type { RenderedMail } from '../templates/mail.ts';
import { createUnsubscribeToken, unsubscribeUrl } from '../unsubscribe/unsubscribe-token.ts';

export type ComposerOptions = {
  pool: Database;
  linkSealKey: Buffer;
  phoneSealKey: Buffer;
  suppressionKey: Buffer;
  unsubscribeKey: Buffer;
  publicUrl: string;
  /** The sender's address, required on bulk mails. */
  postalAddress?: string | undefined;
};

export type Composer = ReturnType<typeof createComposer>;

/** Renders messages from rows of the ledger. Throws if a row lacks a variable of its template. */
export function createComposer(options: ComposerOptions) {
  const { pool, linkSealKey, phoneSealKey, suppressionKey, unsubscribeKey } = options;
  const { publicUrl, postalAddress } = options;
  // SendGrid replaces this placeholder with each recipient's own URL. The name is random, so that
  // text in braces that staff type is never replaced.
  const unsubscribeName = `unsubscribe_${randomBytes(8).toString('hex')}`;

  async function composeMail(delivery: ClaimedDelivery, to: string) {
    if (!isBulk(delivery.template))
      return renderMail(delivery.template, await variablesOf(delivery));
    const url = unsubscribeUrlOf(delivery, to);
    const variables = { ...(await variablesOf(delivery)), unsubscribeUrl: url };
    return { ...renderMail(delivery.template, variables), headers: unsubscribeHeaders(url) };
  }

  /** One content for all rows of a batch. */
  async function composeBatch(delivery: ClaimedDelivery): Promise<RenderedMail> {
    const variables = await variablesOf({ ...delivery, firstName: null });
    return renderMail(delivery.template, {
      ...variables,
      unsubscribeUrl: `{{${unsubscribeName}}}`,
    });
  }

  function personalise(delivery: ClaimedDelivery, to: string) {
    const url = unsubscribeUrlOf(delivery, to);
    return {
      to,
      deliveryId: delivery.id,
      headers: unsubscribeHeaders(url),
      substitutions: { [unsubscribeName]: url },
    };
  }

  async function composeText(delivery: ClaimedDelivery): Promise<string> {
    return renderText(delivery.template, await variablesOf(delivery));
  }

  async function variablesOf(delivery: ClaimedDelivery): Promise<Record<string, unknown>> {
    const { variables, firstName, contact, mailingId } = delivery;
    return {
      ...variables,
      publicUrl,
      postalAddress,
      firstName,
      token: openToken(delivery),
      ...(contact ? { contact } : {}),
      ...(mailingId ? { mailing: await findMailingContent(pool, mailingId) } : {}),
    };
  }

  function openToken({ sealedToken: sealed, userId, template, channel }: ClaimedDelivery) {
    if (!sealed) return null;
    const key = channel === 'sms' ? phoneSealKey : linkSealKey;
    return unseal(sealed, key, sealedTokenContext({ userId: userId ?? '', template }));
  }

  function unsubscribeUrlOf({ userId }: ClaimedDelivery, to: string): string {
    const addressHash = hashAddress(to, suppressionKey);
    return unsubscribeUrl(
      publicUrl,
      createUnsubscribeToken({ addressHash, userId }, unsubscribeKey),
    );
  }

  return { composeMail, composeBatch, personalise, composeText };
}

/** RFC 8058: unsubscribe with one click in the mail client. */
function unsubscribeHeaders(url: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
