import type { MailingSegment } from '@cairn/contracts/http/mailing-segment.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type MailingTemplateRow = {
  id: string;
  name: string;
  subject: string;
  html: string;
  segment: MailingSegment;
  createdAt: Date;
};

const COLUMNS = `id, name, subject, html, segment, created_at AS "createdAt"`;

const LIST_MAILING_TEMPLATES = statement(
  'notification.listMailingTemplates',
  `SELECT ${COLUMNS} FROM mailing_templates ORDER BY lower(name)`,
);

export async function listMailingTemplates(db: Database): Promise<MailingTemplateRow[]> {
  return LIST_MAILING_TEMPLATES.all(db);
}

const INSERT_MAILING_TEMPLATE = statement(
  'notification.insertMailingTemplate',
  `INSERT INTO mailing_templates (created_by, name, subject, html, segment)
   VALUES ($1, $2, $3, $4, $5) ON CONFLICT (lower(name)) DO NOTHING RETURNING ${COLUMNS}`,
);

/** Null if the name is taken. */
export async function insertMailingTemplate(
  tx: Transaction,
  adminId: string,
  template: Pick<MailingTemplateRow, 'name' | 'subject' | 'html' | 'segment'>,
): Promise<MailingTemplateRow | null> {
  const { name, subject, html, segment } = template;
  const values = [adminId, name, subject, html, JSON.stringify(segment)] as const;
  return INSERT_MAILING_TEMPLATE.first(tx, values);
}

const DELETE_MAILING_TEMPLATE = statement(
  'notification.deleteMailingTemplate',
  'DELETE FROM mailing_templates WHERE id::text = $1',
);

export async function deleteMailingTemplate(tx: Transaction, id: string): Promise<boolean> {
  return (await DELETE_MAILING_TEMPLATE.execute(tx, [id])) === 1;
}
