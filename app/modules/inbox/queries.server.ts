import { rows } from '~/platform/db/command.server'
import { type Keyset, type Page, pageOf } from '~/platform/db/keyset'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'
import { type Facts, obstacleTo, readFacts } from './facts'
import { isKind, KINDS, type KindName } from './kinds'

/** A document that waits for a decision. */
export interface Item {
  id: string
  version: number
  /** What it is paged by. */
  place: string
  askedAt: string
  askedBy: string | null
  /** Its number; null of what has none, and then `party` is its name. */
  no: string | null
  /** Customer, payee, product: whom or what it is about. */
  party: string
  amount: Money | null
  reason: string | null
  facts: Facts
  obstacle: string | null
}

/** What a document is called: "Booking SO-000012". */
export function nameOf({ no, party, facts }: Pick<Item, 'no' | 'party' | 'facts'>): string {
  const name = `${KINDS[facts.kind].noun} ${no ?? party}`
  return facts.kind === 'product_edit' ? `${name}, ${party}` : name
}

/** Which part of the inbox: a kind, or what the reader made and somebody else decides. */
export interface InboxFilters {
  kind: KindName | null
  mine: boolean
}

/** What an address asks for. */
export function readInboxFilters(url: string): InboxFilters {
  const search = new URL(url).searchParams
  const kind = search.get('kind')
  return { kind: isKind(kind) ? kind : null, mine: search.get('mine') === '1' }
}

/** One page of what waits for the reader, what has waited longest first. */
export async function listWaiting(
  db: Db,
  projectId: string,
  keyset: Keyset,
  { kind, mine }: InboxFilters,
  backOrders: boolean,
): Promise<Page<Item>> {
  const [place, id] = keyset.cursor ?? []
  const found = rows(
    await db.rpc('inbox', {
      p_project: projectId,
      p_filters: {
        ...(kind ? { kind } : {}),
        mine,
        back: keyset.backwards,
        limit: keyset.size + 1,
        ...(id ? { beyond: { place, id } } : {}),
      },
    }),
  )
  return pageOf(found, keyset, (row) => {
    const facts = readFacts[row.kind as KindName](row.facts)
    return {
      id: row.id,
      version: row.version,
      place: row.place,
      askedAt: row.asked_at,
      askedBy: row.asked_by,
      no: row.no,
      party: row.party,
      amount: row.amount === null ? null : money(row.amount),
      reason: row.reason,
      facts,
      obstacle: obstacleTo(facts, backOrders),
    }
  })
}

/** How much of a kind waits, and since when; `mine`: for somebody else, because the reader made it. */
export interface Waiting {
  kind: KindName
  mine: boolean
  items: number
  amount: Money | null
  oldest: string
}

/** What waits for the reader's decision, by kind. */
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
