import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { today } from '../../../app/platform/values/dates.ts'
import type { SqlError } from '../database.ts'
import type { Fixture } from '../fixture.ts'
import { overlapping } from '../overlap.ts'
import { rounds } from '../rounds.ts'
import { Dice, type ModelAnswer, may } from './action.ts'
import { MODEL_ACTIONS } from './actions/index.ts'
import type { BooksCompany } from './books.ts'
import { modelDifferences } from './differences.ts'
import { firstCalls, openCompany } from './opening.ts'
import { Oracle } from './oracle.ts'
import { type Printed, printAll, reprinted } from './replay.ts'
import { type Ask, misreported } from './reported.ts'
import { periodsOf, readPeriods } from './sealed.ts'
import { look, withIds } from './snapshot.ts'

/** A command as somebody sends it. */
interface Call {
  name: string
  by: string
  args: Record<string, unknown>
  idempotencyKey: string
}
/** One step of a sequence: a command, or several at once, each with the seed of its choices. */
export type Moment = [command: string, seed: number][]

type Result = { answer: ModelAnswer } | { refused: string }

/** The web repeats a command as often (runCommand). */
const ATTEMPTS = 5
/** A command is sometimes sent this many times at the same moment. */
const CROWD = 20

/** Plays sequences of commands on a database and on the model, which must agree after every moment. */
export class Player {
  /** Counts each command: done, and rightly refused. */
  readonly seen: Record<string, { done: number; refused: number }> = {}
  readonly hints = new Set<string>()
  /** The kinds of commands that were sent together about the same documents. */
  readonly together = new Set<string>()
  /** Counts the repeats after a serialization failure. */
  retries = 0
  moments = 0
  private company!: BooksCompany
  private oracle = new Oracle()
  private prints: Printed[] = []
  /** Counts the pages that say something else now than when they were printed. */
  changedPages = 0

  /** @param overlap two commands of a moment overlap in a known way, as `overlapping` does it. */
  constructor(
    private readonly fixture: Pick<Fixture, 'db' | 'admin'>,
    private readonly overlap = false,
  ) {}

  /** The company of the sequence. */
  get projectId(): string {
    return this.company.id
  }

  /** A new company for a new sequence. */
  async begin(): Promise<void> {
    const { db, admin } = this.fixture
    // Somewhere it is noon now: no sequence runs over midnight.
    const ahead = 12 - new Date().getUTCHours()
    const zone = ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
    this.company = await openCompany(db, admin, zone, today(zone))
    this.oracle = new Oracle()
    this.prints = []
    for (const call of firstCalls(this.company))
      await this.perform([{ ...call, idempotencyKey: randomUUID() }])
  }

  /** Chooses what is sent in a moment, sends it, and compares. */
  async play(moment: Moment): Promise<void> {
    const calls: Call[] = []
    // No command works in a closed company, so it is opened again soon.
    const closed = this.company.books.project.status !== 'active' && moment[0]![1] % 3 > 0
    for (const [chosen, seed] of moment) {
      const name = closed ? 'remove_project' : chosen
      const focus = new Set(calls.flatMap(({ args }) => idsIn(args)))
      calls.push(...this.choose(name, new Dice(seed, focus)))
    }
    if (calls.length === 0) return
    this.moments += 1
    const dice = new Dice(moment[0]![1] + 1)
    const { write } = MODEL_ACTIONS[calls[0]!.name]!
    const once = calls.length === 1 && !write
    const crowd = once && this.fixture.db.engine === 'postgres' && dice.chance(0.03)
    const [result] = await this.perform(calls, crowd ? CROWD : 1)
    // A sheet with errors was answered, not done: its id is free.
    const done =
      result && 'answer' in result && ('id' in result.answer || !('rows' in result.answer))
    if (once && done && dice.chance(0.12))
      await this.again(calls[0]!, result.answer, dice.chance(0.6))
    if (dice.chance(0.1)) await this.sealMonths()
  }

  /** Sends so many commands at once, of which each further one is about the documents of those before. */
  async playTogether(seed: number, count: number): Promise<void> {
    const dice = new Dice(seed)
    const calls: Call[] = []
    for (let n = 0; n < count; n++) {
      const focus = related(this.company, idsIn(calls.map(({ args }) => args)))
      const call = this.chooseOne(dice, focus)
      if (!call) return
      calls.push(call)
    }
    this.moments += 1
    const names = calls.map(({ name }) => name).sort()
    this.together.add(names.join(' × '))
    await this.perform(calls)
  }

  /** A command of any name that somebody could send now and that is about one of these documents, if there are any. */
  private chooseOne(dice: Dice, focus: ReadonlySet<string>): Call | null {
    const names = Object.keys(MODEL_ACTIONS)
    for (let n = 0; n < 30; n++) {
      const name = dice.one(names)
      if (
        this.company.books.project.status === 'active' &&
        name === 'remove_project' &&
        dice.chance(0.9)
      )
        continue
      const [call] = this.choose(name, new Dice(dice.nat(2 ** 31 - 2), focus))
      if (call && (focus.size === 0 || idsIn(call.args).some((id) => focus.has(id)))) return call
    }
    return null
  }

  /** Seals the past months. Commands that post on them later open them. */
  private sealMonths() {
    return this.fixture.db.sql('select private.seal_months($1::uuid)', [this.company.id])
  }

  /** Returns the reports that say something else of random periods than when no month is sealed. */
  async sealedWrong(seed: number): Promise<string[]> {
    const ask = this.owner()
    if (!ask) return []
    const dice = new Dice(seed)
    const periods = periodsOf(dice, this.company.today, rounds(4, 12))
    const sealed = await readPeriods(ask, this.company.id, periods)
    await this.fixture.db.sql('delete from private.sealed_months where project_id = $1::uuid', [
      this.company.id,
    ])
    const read = await readPeriods(ask, this.company.id, periods)
    return [...sealed].flatMap(([what, said]) =>
      said === read.get(what)
        ? []
        : [`${what}: ${said} when months are sealed, else ${read.get(what)}`],
    )
  }

  /** Rows that break one of the product's own checks. */
  broken(): Promise<Record<string, unknown>[]> {
    return this.fixture.db.sql(
      'select check_key, label, stored, expected from private.book_check_violations(array[$1::uuid])',
      [this.company.id],
    )
  }

  /** Compares reports with what the commands say, unless nobody may read them now. */
  async misreported(): Promise<string[]> {
    const ask = this.owner()
    return ask ? misreported(ask, this.company, this.oracle) : []
  }

  /** Keeps what all reports say now. */
  async print(): Promise<void> {
    const ask = this.owner()
    if (!ask) return
    const [moment] = await this.fixture.db.sql<{ at: string }>(
      'select private.settled_moment($1::uuid)::text as at',
      [this.company.id],
    )
    this.prints.push({ at: moment!.at, pages: await printAll(ask, this.company.id) })
  }

  /** Returns the reports that now say something else, as they were known when they were kept. */
  async reprinted(): Promise<string[]> {
    const ask = this.owner()
    if (!ask) return []
    const wrong = []
    const now = await printAll(ask, this.company.id)
    for (const each of this.prints) {
      wrong.push(...(await reprinted(ask, this.company.id, each)))
      this.changedPages += Object.keys(now).filter((what) => now[what] !== each.pages[what]).length
    }
    return wrong
  }

  /** Runs queries as an Owner; null when there is none who may. */
  private owner(): Ask | null {
    const { people, project } = this.company.books
    const owner = Object.keys(people).find(
      (id) => people[id]!.role === 'Owner' && people[id]!.status === 'active',
    )
    if (!owner || project.status !== 'active') return null
    return (text, params) => this.fixture.db.as(owner, text, params)
  }

  private choose(name: string, dice: Dice): Call[] {
    const action = MODEL_ACTIONS[name]!
    const all = [this.company.admin, ...Object.keys(this.company.books.people)]
    const able = all.filter((id) => may(this.company, action.needs, id))
    const by = able.length > 0 && dice.chance(0.96) ? dice.one(able) : dice.one(all)
    const args = action.choose(this.company, dice, by)
    return args ? [{ name, by, args, idempotencyKey: randomUUID() }] : []
  }

  /** Sends commands at the same moment: the outcome is that of one after the other, in some order. */
  private async perform(calls: Call[], copies = 1): Promise<Result[]> {
    const { db } = this.fixture
    for (const { name, args } of calls) {
      const before = MODEL_ACTIONS[name]!.before?.(this.company, args)
      if (before) await db.sql(...before)
    }
    const results = await this.sendAll(calls, copies)
    const found = await look(db, this.company.id)
    const against: string[] = []
    for (const order of orders(calls.length)) {
      const company = structuredClone(this.company)
      const wrong = order.flatMap((n) => this.judge(company, calls[n]!, results[n]!))
      if (wrong.length === 0) {
        const now = withIds(company, found)
        wrong.push(...modelDifferences(now, this.company.versions, found))
        if (wrong.length === 0) {
          const { versions, lineIds, ids } = found
          this.oracle.note(this.company, now)
          this.company = { ...now, versions, lineIds, ids }
          for (const [n, call] of calls.entries()) this.count(call, results[n]!)
          return results
        }
      }
      against.push(...wrong)
    }
    const told = calls.map((call, n) => `${JSON.stringify(call)} → ${JSON.stringify(results[n])}`)
    throw new Error(`${told.join('\n')}\nis not what the rules say:\n${against.join('\n')}`)
  }

  /**
   * Compares the answer to a command with the rules, and applies a successful command to the
   * model.
   */
  private judge(company: BooksCompany, { name, by, args }: Call, result: Result): string[] {
    const action = MODEL_ACTIONS[name]!
    const reasons = may(company, action.needs, by)
      ? action.judge(company, args, by).filter((reason) => reason !== false)
      : ['not_allowed']
    if ('refused' in result)
      return reasons.includes(result.refused)
        ? []
        : [
            `${name} was refused with ${result.refused}; by the rules: ${reasons.join(', ') || 'done'}`,
          ]
    if (reasons.length > 0) return [`${name} was done; by the rules it is refused: ${reasons}`]
    action.done(company, args, result.answer, by)
    return []
  }

  private async send({ name, by, args, idempotencyKey }: Call): Promise<Result> {
    const { write } = MODEL_ACTIONS[name]!
    for (let attempt = 1; ; attempt++) {
      try {
        if (write) {
          const rows = await this.fixture.db.as(by, ...write(this.company, args))
          // Row-level security hides rows from who may not write them.
          return rows.length > 0 ? { answer: {} } : { refused: 'not_allowed' }
        }
        const all = { p_project: this.company.id, p_idempotency_key: idempotencyKey, ...args }
        return { answer: (await this.fixture.db.rpc<ModelAnswer>(by, name, all)) as ModelAnswer }
      } catch (error) {
        const { code, hint, message } = error as SqlError
        if ((code === '40001' || code === '40P01') && attempt < ATTEMPTS) this.retries += 1
        else return { refused: code === '23505' ? 'duplicate' : hint || `${code} ${message}` }
      }
    }
  }

  private async sendAll(calls: Call[], copies: number): Promise<Result[]> {
    const [first, second] = calls
    if (!this.overlap || !first || !second || calls.length > 2)
      return Promise.all(calls.map((call) => this.sendTimes(call, copies)))
    const both = await overlapping(
      this.fixture.db,
      () => this.send(first),
      () => this.send(second),
    )
    return both.map((result) => {
      if (result.status === 'rejected') throw result.reason
      return result.value
    })
  }

  /** Sends one command several times at once: it must be done once, with the same answer to all. */
  private async sendTimes(call: Call, copies: number): Promise<Result> {
    const all = await Promise.all(Array.from({ length: copies }, () => this.send(call)))
    const told = all.find((result) => 'answer' in result)
    if (told) expect(all, `${call.name}, ${copies} at once`).toEqual(Array(copies).fill(told))
    return told ?? all[0]!
  }

  /** Sends the same command again: it has no further effect and the same answer; another command under its key is refused. */
  private async again(call: Call, answer: ModelAnswer, same: boolean): Promise<void> {
    const other = { ...call, name: 'change_display_name', args: { p_display_name: 'Other' } }
    const result = await this.send(same ? call : other)
    expect(result, `${call.name} sent again`).toEqual(
      same ? { answer } : { refused: 'idempotency_key_reused' },
    )
    const found = await look(this.fixture.db, this.company.id)
    const wrong = modelDifferences(this.company, this.company.versions, found)
    expect(wrong, `${call.name} sent again`).toEqual([])
  }

  private count({ name }: Call, result: Result): void {
    this.seen[name] ??= { done: 0, refused: 0 }
    this.seen[name]['answer' in result ? 'done' : 'refused'] += 1
    if ('refused' in result) this.hints.add(result.refused)
  }
}

/** Returns all orders of so many commands. */
function orders(count: number): number[][] {
  if (count === 1) return [[0]]
  return orders(count - 1).flatMap((order) =>
    Array.from({ length: count }, (_, index) => order.toSpliced(index, 0, count - 1)),
  )
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g
const idsIn = (args: object): string[] => JSON.stringify(args).match(UUID) ?? []

/** These documents, those that they name, and those that name them. */
function related({ books }: BooksCompany, ids: string[]): Set<string> {
  const found = new Set(ids)
  for (const table of Object.values(books) as Record<string, unknown>[])
    for (const [id, doc] of Object.entries(table)) {
      const named = (JSON.stringify(doc) ?? '').match(UUID) ?? []
      if (ids.includes(id)) for (const each of named) found.add(each)
      else if (named.some((each) => ids.includes(each))) found.add(id)
    }
  return found
}
