/** Keeps what was typed into a form and is not saved, in this tab until it is saved, discarded, or the user signs out (local-state.ts). */
const PREFIX = 'draft '

export interface Draft {
  /** The moment of the last change, in milliseconds. */
  at: number
  fields: [name: string, value: string][]
}

export function keepDraft(name: string, fields: Draft['fields']): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify({ at: Date.now(), fields }))
  } catch {
    // Storage is off or full: a draft is a convenience.
  }
}

export function readDraft(name: string): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null')
  } catch {
    return null
  }
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name)
  } catch {
    // Storage is off.
  }
}
