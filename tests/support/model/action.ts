import { randomUUID } from 'node:crypto'
import {
  type Permission,
  ROLE_PERMISSIONS,
  type Scope,
} from '../../../app/platform/access/permissions.ts'
import { addDays } from '../../../app/platform/values/dates.ts'
import { numbers } from '../random-trade.ts'
import type { BooksCompany } from './books.ts'

/** Stable hint of a refusal (docs/architecture.md, Commands); a false one does not hold. */
export type Reason = string | false
export type ModelAnswer = Record<string, string>

/** A command of the database as the model knows it. */
export interface ModelAction<A = Record<string, unknown>> {
  /**
   * One of these permissions is enough; `admin` is the administrator; `anyone` is any person with
   * a profile.
   */
  needs: Permission | 'admin' | 'anyone' | readonly (Permission | 'admin')[]
  /** The weight of this command when a sequence is drawn. */
  often: number
  /** Arguments that somebody could send now; null where there is nothing to try it on. */
  choose(company: BooksCompany, dice: Dice, by: string): A | null
  /**
   * Returns the reasons for which the rules refuse it to this person now. The database may name
   * any one of them.
   */
  judge(company: BooksCompany, args: A, by: string): Reason[]
  /** Applies its effect to the model. */
  done(company: BooksCompany, args: A, answer: ModelAnswer, by: string): void
  /** The statement of an act that is no function; it returns a row where it was done. */
  write?(company: BooksCompany, args: A): [text: string, params: unknown[]]
  /** Statement of the test's own that has to be there first, such as an uploaded file. */
  before?(company: BooksCompany, args: A): [text: string, params: unknown[]]
}

/** Hides the type of a command's arguments. */
export const action = <A extends object>(definition: ModelAction<A>): ModelAction =>
  definition as unknown as ModelAction

/** The scope in which a person holds a permission now; null = not at all. */
export function modelScopeOf(
  company: BooksCompany,
  by: string,
  permission: Permission,
): Scope | null {
  const person = company.books.people[by]
  if (person?.status !== 'active' || company.books.project.status !== 'active') return null
  const scopes = Object.entries(ROLE_PERMISSIONS[person.role]) as [Scope, readonly Permission[]][]
  return scopes.find(([, permissions]) => permissions.includes(permission))?.[0] ?? null
}

export const holds = (company: BooksCompany, by: string, permission: Permission) =>
  modelScopeOf(company, by, permission) !== null

/** Returns true when a person may send this command. */
export function may(company: BooksCompany, needs: ModelAction['needs'], by: string): boolean {
  if (needs === 'anyone') return true
  return [needs]
    .flat()
    .some((each) => (each === 'admin' ? by === company.admin : holds(company, by, each)))
}

/** A document was changed: whoever looked before holds an old version. */
export function touch(company: BooksCompany, ...ids: string[]): void {
  for (const id of ids) company.versions[id] = (company.versions[id] ?? 0) + 1
}

/**
 * Returns the refusals common to all commands on a document: it is missing, or another user saved
 * it.
 */
export function reasonsOn<T>(
  company: BooksCompany,
  from: Record<string, T>,
  id: string,
  version: number,
  more: (doc: T) => Reason[],
): Reason[] {
  const doc = from[id]
  return doc ? [stale(company, id, version), ...more(doc)] : ['not_found']
}
/** Somebody else saved meanwhile. */
export const stale = (company: BooksCompany, id: string, version: number): Reason =>
  company.versions[id] !== version && 'stale_version'

export const blank = (text: string | null | undefined): boolean => !text?.trim()
export const pesos = (cents: number) => (cents / 100).toFixed(2)
export const centsOf = (amount: string) => Math.round(Number(amount) * 100)
export const addUp = (amounts: Iterable<number>) =>
  [...amounts].reduce((all, each) => all + each, 0)
/** The later of two days; nothing is before everything. */
export const later = (one: string | null | undefined, other: string | null | undefined) =>
  (one ?? '') > (other ?? '') ? (one ?? null) : (other ?? null)

/** Choices that are the same for a seed. */
export class Dice {
  private readonly next: () => number

  /** @param focus document that most choices shall be about, where it is among them. */
  constructor(
    seed: number,
    readonly focus: ReadonlySet<string> = new Set(),
  ) {
    this.next = numbers(seed)
  }

  /** Returns a number from 0 to `most`. */
  nat(most: number): number {
    return Math.floor(this.next() * (most + 1))
  }

  /** Returns a number from 1 to `most`. */
  upTo(most: number): number {
    return 1 + this.nat(most - 1)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  one<T>(of: readonly T[]): T {
    return of[this.nat(of.length - 1)]!
  }

  /** The id of a document: nearly always one that fits; where none does, seldom another one. */
  doc<T>(
    from: Record<string, T>,
    fits: (doc: T, id: string) => boolean = () => true,
  ): string | null {
    const all = Object.keys(from)
    const fitting = all.filter((id) => fits(from[id]!, id))
    const focused = fitting.filter((id) => this.focus.has(id))
    if (focused.length > 0 && this.chance(0.8)) return this.one(focused)
    if (fitting.length > 0) return this.one(this.chance(0.95) ? fitting : all)
    return all.length > 0 && this.chance(0.2) ? this.one(all) : null
  }

  /** The version of a document that somebody saw: now and then an old one. */
  version(company: BooksCompany, id: string): number {
    return company.versions[id]! - (this.chance(0.04) ? 1 : 0)
  }

  /** A reason, seldom forgotten. */
  reason(): string {
    return this.chance(0.04) ? ' ' : 'Random'
  }

  /** Returns null (today), a day of the last few, or rarely tomorrow or a day of an earlier month. */
  day(company: BooksCompany): string | null {
    if (this.chance(0.4)) return null
    if (this.chance(0.1)) return addDays(company.today, -34 - this.nat(6))
    return addDays(company.today, this.chance(0.05) ? 1 : -this.nat(4))
  }

  /** A number that nobody uses yet. */
  no(prefix: string): string {
    return `${prefix}-${randomUUID().slice(0, 8)}`
  }
}

/** Returns the refusal of a typed day, or today, on which the books are closed. */
export const closedDay = ({ books, today }: BooksCompany, day: string | null): Reason =>
  (day ?? today) <= (books.project.closed ?? '') && 'period_closed'

/** The day on which something counts whose own day nobody chooses now: today, where the books are closed on it. */
export const openDay = (company: BooksCompany, day: string): string =>
  closedDay(company, day) ? company.today : day

/** Returns the refusals of a typed day on which something is to be posted. */
export const postingDay = (company: BooksCompany, day: string | null): Reason[] => [
  future(company, day),
  closedDay(company, day),
]

/** Returns the refusal of a typed day that lies in the future. */
export const future = (company: BooksCompany, day: string | null): Reason =>
  day !== null && day > company.today && 'not_in_future'
