import { redirect } from '@remix-run/node'
import { searchText } from '~/platform/values/texts'
import { withoutCursor } from '../request/first-page'
import { readSearchParams, shortText } from '../request/search-params'
import { idOf } from '../values/ids'
import {
  type Choices,
  type Option,
  optionsOfNames,
  type Picks,
  searchedName,
  typedName,
} from './choices'

/** A request for choices: those with these ids, those that contain a text, or the first ones. */
export interface ChoiceQuery {
  ids?: readonly string[]
  search?: string | null
  /** The text is the whole name or code, whatever the case of its letters. */
  exact?: boolean
}

/** Reads the choices of one kind; a search answers SEARCH_LIMIT at most, no search FIRST_CHOICES. */
export type Lookup<O extends Option = Option> = (query: ChoiceQuery) => Promise<O[]>

/** A picker whose choices are names, and the field that is "on" where the typed name is to be added. */
interface AddingLookup {
  lookup: Lookup
  isNew: string
}

/** The choices of pickers by the name of their field; `lines[].product_id` stands for that field of every line. */
export type Lookups = Record<string, Lookup | AddingLookup>

/** Makes the lookup of names that are read whole. */
export function lookupAmongNames(read: () => Promise<string[]>): Lookup {
  return async ({ search, exact }) => {
    const typed = (search ?? '').trim()
    const [whole, part] = [typed.toLowerCase(), searchText(typed)]
    const fits = (name: string) =>
      exact ? name.toLowerCase() === whole : searchText(name).includes(part)
    return optionsOfNames((await read()).filter(fits))
  }
}

/** Finds the one choice with exactly this name, or else those that contain it. */
async function find(lookup: Lookup, typed: string) {
  const [only, second] = await lookup({ search: typed, exact: true })
  if (only && !second) return only
  return { typed, options: await lookup({ search: typed }) }
}

/**
 * Reads the pickers of a form that was sent. Where no script searches, a name or code may have been typed: the form gets
 * the id of the one that is called so. Any other name is answered with the choices that contain it, and the field stays
 * empty for the schema to refuse, unless it is to be added. What is chosen is read once a form goes back.
 */
export async function readPicks(
  form: FormData,
  lookups: Lookups,
): Promise<{ searches: Picks['searches']; picks(): Promise<Picks> }> {
  const found: Picks['searches'] = {}
  const ids = new Map<Lookup, Set<string>>()
  for (const name of new Set(form.keys())) {
    const field = name.replace(/_typed$/, '')
    const given = lookups[field.replace(/\[\d+\]/, '[]')]
    if (!given) continue
    const { lookup, isNew } = typeof given === 'function' ? { lookup: given, isNew: '' } : given
    if (field !== name) {
      const typed = textOf(form.get(name))
      const searched = textOf(form.get(searchedName(field)))
      if (!typed || (typed === searched && form.get(field))) continue
      const named = await find(lookup, typed)
      const added = form.get(isNew) === 'on' ? typed : ''
      form.set(field, 'id' in named ? named.id : added)
      if ('options' in named && !added) found[field] = named
    }
    const id = idOf(textOf(form.get(field)))
    if (id) ids.set(lookup, (ids.get(lookup) ?? new Set()).add(id))
  }
  const searches = afterRemoval(form, found)
  const picks = async () => {
    const chosen = [...ids].map(([lookup, own]) => lookup({ ids: [...own] }))
    return { searches, chosen: (await Promise.all(chosen)).flat() }
  }
  return { searches, picks }
}

/** Moves what was typed in the lines below a removed one: without scripts "Remove" is sent with the form. */
function afterRemoval(form: FormData, searches: Picks['searches']): Picks['searches'] {
  const intent = form.get('__intent__')
  if (typeof intent !== 'string') return searches
  const { type, payload } = JSON.parse(intent)
  if (type !== 'remove') return searches
  const moved = Object.entries(searches).flatMap(([name, found]) => {
    const [list = '', rest = ''] = name.split(/\[\d+\]/)
    const line = Number(/\[(\d+)\]/.exec(name)?.[1])
    if (list !== payload.name || line < payload.index) return [[name, found] as const]
    return line === payload.index ? [] : [[`${list}[${line - 1}]${rest}`, found] as const]
  })
  return Object.fromEntries(moved)
}

/**
 * Reads the choices of a filter in an address: the first ones and the chosen one. A name that was typed without scripts
 * becomes the id in the address.
 *
 * @throws a redirect to the address with the id, or without an earlier choice that the typed name replaces.
 */
export async function readFilterChoices<O extends Option>(
  url: string,
  name: string,
  lookup: Lookup<O>,
): Promise<Choices<O>> {
  const address = new URL(url)
  const search = withoutCursor(address.searchParams)
  const chosen = readSearchParams(search).text(name)
  const typed = textOf(search.get(typedName(name)))
  if (typed && !(chosen && typed === textOf(search.get(searchedName(name))))) {
    const found = await find(lookup as Lookup, typed)
    if ('options' in found && !chosen) return { options: found.options as O[], nameSearch: found }
    search.delete(searchedName(name))
    if ('id' in found) {
      search.set(name, found.id)
      search.delete(typedName(name))
    } else search.delete(name)
    throw redirect(`${address.pathname}?${search}`)
  }
  const [first, own] = await Promise.all([lookup({}), chosen ? lookup({ ids: [chosen] }) : []])
  const known = new Set(first.map(({ id }) => id))
  return { options: [...own.filter(({ id }) => !known.has(id)), ...first] }
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? shortText(value.replaceAll('\0', '')) : ''
}

/** Answers a picker's search: `{ q, options }` for `?q=`, one option more than is shown where there are more. */
export async function answerSearch<O extends Option>(url: string, lookup: Lookup<O>) {
  const q = textOf(new URL(url).searchParams.get('q')) || null
  return { q, options: await lookup({ search: q }) }
}
