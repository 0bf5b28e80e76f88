interface Choice {
  value: string
  label: string
}

/** The price lists and groups that a customer can have, by name. */
export interface PriceChoices {
  lists: Choice[]
  groups: Choice[]
}

export interface FoundChoice {
  id: string
  name: string
  status: string
}

/** Makes choices of price lists or of groups. */
export function choicesOf(found: readonly FoundChoice[]): Choice[] {
  return found.map(({ id, name, status }) => ({
    value: id,
    label: status === 'active' ? name : `${name} (inactive)`,
  }))
}
