import { row, rows } from '~/platform/db/command.server'
import type { Keyset, Page } from '~/platform/db/keyset'
import { type PageFilters, readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'
import { type Facts, obstacleTo } from './facts'
import { readFacts } from './facts.server'
import { isKind, KINDS, type KindName } from './kinds'

/** A document that is pending a decision. */
export interface Item {
  id: string
  version: number
  requestedAt: string
  requestedBy: string | null
  /** The document's number; null when the kind has none, and then `party` is its name. */
  no: string | null
  /** The customer, payee or product of the document. */
  party: string
  amount: Money | null
  reason: string | null
  facts: Facts
  obstacle: string | null
}

/** Returns the name of a document: "Booking SO-000012". */
export function nameOf({ no, party, facts }: Pick<Item, 'no' | 'party' | 'facts'>): string {
  const name = `${KINDS[facts.kind].noun} ${no ?? party}`
  return facts.kind === 'product_edit' ? `${name}, ${party}` : name
}

/** Filters the inbox by kind, or keeps the reader's own documents that another user decides. */
export interface InboxFilters {
  kind: KindName | null
  mine: boolean
}

/** Reads the filters of an address. */
export function readInboxFilters(url: string): InboxFilters {
  const search = new URL(url).searchParams
  const kind = search.get('kind')
  return { kind: isKind(kind) ? kind : null, mine: search.get('mine') === '1' }
}

/** Returns one page of the documents pending the reader's decision, the oldest first. */
export async function listWaiting(
  db: Db,
  projectId: string,
  keyset: Keyset,
  { kind, mine }: InboxFilters,
  backOrders: boolean,
): Promise<Page<Item>> {
  const source = ({ limit, after, before = after }: PageFilters) =>
    db.rpc('inbox', {
      p_project: projectId,
      p_filters: {
        ...(kind ? { kind } : {}),
        mine,
        back: keyset.backwards,
        limit,
        ...(before ? { beyond: before } : {}),
      },
    })
  return readPage(keyset, source, {
    row: (row) => {
      const facts = readFacts[row.kind as KindName](row.facts)
      return {
        id: row.id,
        version: row.version,
        requestedAt: row.requested_at,
        requestedBy: row.requested_by,
        no: row.no,
        party: row.party,
        amount: row.amount === null ? null : money(row.amount),
        reason: row.reason,
        facts,
        obstacle: obstacleTo(facts, backOrders),
      }
    },
  })
}

/**
 * The number of pending documents of a kind, and the time of the oldest. `mine`: the reader created
 * them, and another user decides.
 */
export interface Waiting {
  kind: KindName
  mine: boolean
  items: number
  amount: Money | null
  oldest: string
}

/** Returns the documents pending the reader's decision, by kind. */
export async function readWaiting(db: Db, projectId: string): Promise<Waiting[]> {
  const found = rows(await db.rpc('inbox_totals', { p_project: projectId }))
  return found.map(({ kind, mine, items, amount, oldest }) => ({
    kind: kind as KindName,
    mine,
    items: Number(items),
    amount: amount === null ? null : money(amount),
    oldest,
  }))
}

/** Returns the number of the reader's unread notifications, which the top bar shows beside the inbox. */
export async function readUnread(db: Db, projectId: string): Promise<number> {
  return row(await db.rpc('unread_notifications', { p_project: projectId }))
}
