import Dexie, { type EntityTable, type Table } from 'dexie'
import {
  type CopyCompany,
  type CopyCustomer,
  type CopyDocument,
  type CopyMonth,
  type CopyPrice,
  type CopyProduct,
  type CopyReceipt,
  type CopyStop,
  type Have,
  PARTS,
  type Snapshot,
} from '~/platform/field/copy'
import type { Team } from '~/platform/field/team'
import type { Act, Draft, Photo } from './written'

/** A row with the block that it came in. */
type InBlock<Row> = Row & { block: string }

interface Block {
  part: string
  block: string
  hash: string
}

/** Facts about the copy. */
interface Facts {
  /** True since a first download came to its end. */
  ready: boolean
  /** The moment of the office's clock at which the copy was whole last. */
  asOf: string
  company: CopyCompany
  month: CopyMonth
  /** The day on which it was asked what customers bought. */
  boughtOn: string
  /** The team of a Manager as the office told it last. */
  team: Team
  /** The office's clock less this phone's, in milliseconds, as of the last contact. */
  clock: number
}

interface Fact {
  name: keyof Facts
  value: unknown
}

/** The database of one person in one company. Its versions only add: an old tab may still be open. */
export class PersonDatabase extends Dexie {
  facts!: EntityTable<Fact, 'name'>
  blocks!: Table<Block, [string, string]>
  customers!: EntityTable<InBlock<CopyCustomer>, 'id'>
  products!: EntityTable<InBlock<CopyProduct>, 'id'>
  prices!: EntityTable<InBlock<CopyPrice>, 'id'>
  documents!: EntityTable<InBlock<CopyDocument>, 'id'>
  receipts!: EntityTable<InBlock<CopyReceipt>, 'id'>
  routes!: EntityTable<InBlock<CopyStop>, 'id'>
  acts!: EntityTable<Act, 'key'>
  drafts!: EntityTable<Draft, 'key'>
  photos!: EntityTable<Photo, 'key'>
  bought!: EntityTable<{ customer: string; keys: string }, 'customer'>

  constructor(person: string, company: string) {
    // Chrome's default may lose what it has called written.
    super(`kalakal-${person}-${company}`, { chromeTransactionDurability: 'strict' })
    this.version(1).stores({
      facts: 'name',
      blocks: '[part+block], part',
      customers: 'id, block',
      products: 'id, block',
      prices: 'id, block',
      documents: 'id, block, customer',
      acts: 'key, no, state',
      drafts: 'key, customer',
    })
    this.version(2).stores({ photos: 'key, act, state' })
    this.version(3).stores({ receipts: 'id, block', drafts: 'key, [kind+about]' })
    this.version(4).stores({ routes: 'id, block, day' })
    this.version(5).stores({ bought: 'customer' })
  }

  async fact<N extends keyof Facts>(name: N): Promise<Facts[N] | null> {
    return ((await this.facts.get(name))?.value ?? null) as Facts[N] | null
  }

  /** Returns the hashes of what is here: a download that was cut off goes on from them. */
  async have(): Promise<Have> {
    const found: Have = {}
    for (const { part, block, hash } of await this.blocks.toArray()) {
      const known = part as keyof Have
      found[known] = { ...found[known], [block]: hash }
    }
    return found
  }

  /** Keeps an answer as a whole or not at all. */
  async keep({ as_of, complete, company, month, parts }: Snapshot, clock: number): Promise<void> {
    const tables = [this.facts, this.blocks, ...PARTS.map((part) => this[part])]
    await this.transaction('rw', tables, async () => {
      for (const part of PARTS) {
        const table = this[part] as unknown as Table<InBlock<{ id: string }>, string>
        for (const [block, { hash, rows }] of Object.entries(parts[part])) {
          if (!rows) continue
          await table.where('block').equals(block).delete()
          await table.bulkPut(rows.map((row: { id: string }) => ({ ...row, block })))
          await this.blocks.put({ part, block, hash })
        }
        if (!complete) continue
        const here = Object.keys(parts[part])
        await table.where('block').noneOf(here).delete()
        const gone = await this.blocks.where('part').equals(part).primaryKeys()
        await this.blocks.bulkDelete(gone.filter(([, block]) => !here.includes(block)))
      }
      await this.facts.bulkPut([
        { name: 'clock', value: clock },
        { name: 'company', value: company },
        { name: 'month', value: month },
      ])
      if (complete)
        await this.facts.bulkPut([
          { name: 'ready', value: true },
          { name: 'asOf', value: as_of },
        ])
    })
  }
}
