/** One choice of a picker; `detail` is the quieter second line (address, stock, price). */
export interface Option {
  id: string
  label: string
  detail?: string
}

/** A picker's entry for a name that is not among its choices. */
export interface AddsName {
  /** The field that is "on" for a new name. */
  name: string
  /** The word for what is added, such as supplier. */
  noun: string
  /** True where the form goes back with a new name. */
  isNew: boolean
}

/** Makes choices of names, which are their own ids. */
export function optionsOfNames(names: readonly string[]): Option[] {
  return names.map((name) => ({ id: name, label: name }))
}

/** The number of choices that a page carries for each of its pickers. The others are found by typing. */
export const FIRST_CHOICES = 20
/** The most choices that a search shows. */
export const FOUND_CHOICES = 50
/** The number that a search asks the database for: one more than is shown tells that there are more. */
export const SEARCH_LIMIT = FOUND_CHOICES + 1

/** Returns the name of the field for a name or code that is typed without scripts. */
export const typedName = (name: string) => `${name}_typed`
/** Returns the name of the hidden field with the typed name that the choices on the page were found by. */
export const searchedName = (name: string) => `${name}_searched`

/** The answer to a name that was typed and is not exactly one choice's. */
export interface NameSearch {
  typed: string
  /** The choices that contain it: more than FOUND_CHOICES when there are more. */
  options: Option[]
}

/** The answer to the pickers of a form that was sent, beside Conform's answer. */
export interface Picks {
  /** Maps the name of the picker's field to the answer. */
  searches: Record<string, NameSearch>
  /** The choices that are in the form, which the page's first ones may lack. */
  chosen: Option[]
}

/** The choices of a filter: the first ones and the one that is chosen. */
export interface Choices<O extends Option = Option> {
  options: O[]
  nameSearch?: NameSearch
}

/** Returns the message about a name that was typed and is not exactly one choice's. */
export function describeNameSearch({ typed, options }: NameSearch): string {
  if (options.length === 0) return `No name or code contains “${typed}”.`
  if (options.length > FOUND_CHOICES)
    return `More than ${FOUND_CHOICES} contain “${typed}”: choose one, or type more.`
  const found = options.length === 1 ? '1 contains' : `${options.length} contain`
  return `${found} “${typed}”: choose it in the list.`
}
