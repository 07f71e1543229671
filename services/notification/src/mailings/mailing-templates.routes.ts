import {
  createMailingTemplate,
  deleteMailingTemplate,
  listMailingTemplates,
} from '@cairn/contracts/http/mailing-templates.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { StaffRoutes } from '@cairn/events/staff-routes.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { ConflictError, NotFoundError } from '@cairn/service-kit/errors.ts';
import { sanitiseHtml } from '@cairn/service-kit/sanitise-html.ts';
import * as store from './mailing-templates.store.ts';

export function addMailingTemplateRoutes(
  routes: StaffRoutes,
  { pool, publish }: { pool: Pool; publish: PublishEvent },
): void {
  routes.add(listMailingTemplates, async () => ({
    templates: (await store.listMailingTemplates(pool)).map(present),
  }));

  routes.addStaffAct(createMailingTemplate, async (tx, { body, identity }) => {
    const { name, subject, content, segment } = body;
    const template = { name, subject, html: sanitiseHtml(content), segment };
    const row = await store.insertMailingTemplate(tx, identity.userId, template);
    if (!row) throw new ConflictError('There is a template with this name');
    await record(tx, identity.userId, 'mailing_template_create', row.id);
    return present(row);
  });

  routes.addStaffAct(deleteMailingTemplate, async (tx, { params: { id }, identity }) => {
    if (!(await store.deleteMailingTemplate(tx, id))) throw new NotFoundError();
    await record(tx, identity.userId, 'mailing_template_delete', id);
    return { message: 'The template has been deleted.' };
  });

  function record(tx: Transaction, adminId: string, action: string, subjectId: string) {
    const subject = { subjectType: 'mailing_template', subjectId };
    return recordStaffAct(tx, publish, { adminId, action, ...subject, before: null, after: null });
  }
}

function present({ html, createdAt, ...row }: store.MailingTemplateRow) {
  return { ...row, content: html, created_at: createdAt.toISOString() };
}
