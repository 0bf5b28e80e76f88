import type { SubmissionResult } from '@conform-to/react'
import type { CustomerDuplicate } from '~/modules/customers/duplicates'
import { namesOf } from '~/modules/people/queries.server'
import { readKeyset } from '~/platform/db/keyset'
import { newIdempotencyKey } from '~/platform/forms/form.server'
import { formAction } from '~/platform/forms/form-action.server'
import type { Db, Membership } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import { decide } from './decide.server'
import { findUnseenDuplicates, readRequestDuplicates } from './duplicates.server'
import { DECIDERS, kindOf } from './kinds'
import { type InboxFilters, listWaiting, nameOf } from './queries.server'
import { inboxDecisionSchema } from './schema'

/** Reads the documents of the inbox that an address asks for, at most `size`, with what their forms need. */
export async function readInbox(
  { db, project }: { db: Db; project: Membership },
  url: string,
  size: number,
  filters: InboxFilters,
) {
  const keyset = readKeyset(url, {
    by: 'sort_key',
    size,
    keyOf: (sort_key, id) => ({ sort_key, id }),
  })
  const { projectId, permissions, settings } = project
  const [page, names] = await Promise.all([
    listWaiting(db, projectId, keyset, filters, settings.allow_back_orders),
    namesOf(db, projectId),
  ])
  const duplicates = await readRequestDuplicates(db, projectId, page.rows)
  return {
    ...page,
    rows: page.rows.map((item) => ({
      ...item,
      name: nameOf(item),
      duplicates: duplicates.get(item.id) ?? [],
      idempotencyKeys: { approve: newIdempotencyKey(), reject: newIdempotencyKey() },
    })),
    ...filters,
    paged: keyset.cursor !== null,
    names: Object.fromEntries(names),
    permissions,
    project: projectId,
    currency: project.currency,
    timeZone: project.timeZone,
  }
}

export interface InboxAnswer {
  lastResult: SubmissionResult<string[]>
  /** Possible duplicates for which an approval was refused. */
  duplicates?: CustomerDuplicate[]
}

/** Decides one document, on any page that lists documents of the inbox, and returns to that page. */
export const decideInPlace = formAction({
  permission: DECIDERS,
  page: ({ db, projectId, payload }) => findUnseenDuplicates(db, projectId, payload),
  answer: async (lastResult, { page }, error): Promise<InboxAnswer> =>
    error?.code === LOOK_FIRST ? { lastResult, duplicates: await page() } : { lastResult },
  schema: inboxDecisionSchema,
  command: async ({ project, run, page, value }) => {
    const { permission } = kindOf(value.kind)[value.intent]
    if (!project.permissions.includes(permission)) throw problem(403)
    if ((await page()).length > 0) {
      const message = 'Review it, then select this or reject it.'
      return { ok: false, error: { status: 422, code: LOOK_FIRST, field: 'again', message } }
    }
    return decide(run, value)
  },
  // Other errors go into the banner.
  fieldOf: (field) =>
    ['reason', 'credit_line', 'terms_days', 'again'].find((name) => name === field) ??
    (field === 'note' ? 'reason' : undefined),
  done: (_, { url, value: { kind, intent, name } }) => ({
    to: url.pathname + url.search,
    text: `${name} ${kindOf(kind)[intent].done}.`,
  }),
})

/** The code of an approval while a possible duplicate was not shown. */
const LOOK_FIRST = 'look_first'
