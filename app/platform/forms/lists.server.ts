import { row } from '../db/command.server'
import type { Db } from '../request/context'
import { isId } from '../values/ids'
import { FIRST_CHOICES, type Option, optionsOfNames, SEARCH_LIMIT } from './choices'
import type { ChoiceQuery } from './choices.server'

interface ProductName {
  id: string
  material_code: string
  description: string
}

/** The rows of the lists that are found by typing, as the SQL function `choices` names them. */
interface FoundLists {
  areas: string
  customers: {
    id: string
    name: string
    store_name: string | null
    area: string | null
    agent_id: string
  }
  payees: { id: string; fname: string; account_no: string | null }
  product_suppliers: string
  products: ProductName
  /** Active products with what they cost and how many are available. */
  stock: ProductName & {
    case_config: number
    price_unit: string
    available: number
    current_srp: string
    current_srp_pieces: number
  }
  suppliers: string
}

/** The rows of the lists that are read whole. */
interface WholeLists {
  accounts: { account: string; code: string; name: string }
  banks: { id: string; bank: string; account_no: string }
  categories: { level: number; category: string }
  cost_centers: { id: string; cost_center: string; account_number: string | null }
  people: { user_id: string; display_name: string; role: string; status: string }
  releasers: {
    id: string
    fname: string
    mname: string | null
    lname: string
    designation: string | null
  }
  voucher_categories: { category: string | null; classification: string | null }
}

/** A list of names, which are their own ids. */
type NameList = 'areas' | 'product_suppliers' | 'suppliers'

/** A question for one list, as the SQL function takes it. */
interface Question {
  of: keyof FoundLists | keyof WholeLists
  ids?: readonly string[]
  words?: readonly string[]
  exact?: string
  limit?: number
}

/** The questions of one request about one project. */
interface Batch {
  /** The questions that go with the next call. */
  next: { questions: Question[]; answers: Promise<unknown[][]> } | null
  /** The answers that are on their way, by question. */
  answers: Map<string, Promise<unknown[]>>
}

const byRequest = new WeakMap<Db, Map<string, Batch>>()

/**
 * Reads choices that are found by typing, by name: the first ones, those that have every typed word, those with exactly this
 * name or code, or those with these ids.
 */
export async function findChoices<L extends keyof FoundLists>(
  db: Db,
  projectId: string,
  of: L,
  { ids, search, exact }: ChoiceQuery = {},
): Promise<FoundLists[L][]> {
  const known = ids?.filter(isId)
  if (known?.length === 0) return []
  return request(db, projectId, {
    of,
    ...(known && { ids: known }),
    ...(search &&
      (exact ? { exact: search.trim() } : { words: search.split(/\s+/).filter(Boolean) })),
    limit: search ? SEARCH_LIMIT : FIRST_CHOICES,
  }) as Promise<FoundLists[L][]>
}

/** Reads choices that are names; those that are requested as ids are themselves. */
export async function findNames(
  db: Db,
  projectId: string,
  of: NameList,
  query: ChoiceQuery = {},
): Promise<Option[]> {
  return optionsOfNames(query.ids ?? (await findChoices(db, projectId, of, query)))
}

/** Reads a whole list: of what may be inactive, the active ones and those with these ids. */
export async function listChoices<L extends keyof WholeLists>(
  db: Db,
  projectId: string,
  of: L,
  ids: readonly string[] = [],
): Promise<WholeLists[L][]> {
  const question = ids.length > 0 ? { of, ids } : { of }
  return request(db, projectId, question) as Promise<WholeLists[L][]>
}

/** Sends what a request needs at the same time with one call, and the same question once while it is on its way. */
function request(db: Db, projectId: string, question: Question): Promise<unknown[]> {
  const batch = batchOf(db, projectId)
  const key = JSON.stringify(question)
  const known = batch.answers.get(key)
  if (known) return known
  batch.next ??= {
    questions: [],
    answers: Promise.resolve().then(() => send(db, projectId, batch)),
  }
  const place = batch.next.questions.push(question) - 1
  const answer = batch.next.answers
    .then((found) => found[place] ?? [])
    .finally(() => batch.answers.delete(key))
  batch.answers.set(key, answer)
  return answer
}

function batchOf(db: Db, projectId: string): Batch {
  const ofRequest = byRequest.get(db) ?? new Map<string, Batch>()
  byRequest.set(db, ofRequest)
  const batch = ofRequest.get(projectId) ?? { next: null, answers: new Map() }
  ofRequest.set(projectId, batch)
  return batch
}

async function send(db: Db, projectId: string, batch: Batch): Promise<unknown[][]> {
  const p_lists = batch.next?.questions as object[]
  batch.next = null
  const found = row(await db.rpc('choices', { p_project: projectId, p_lists: p_lists as never }))
  return found as unknown as unknown[][]
}
