import type { Act } from './written'

/**
 * Returns the field of the form that the office refused; null where it names none. Lines are named by their products, as in
 * `lines[id].quantity` and `lines[id].free[id].quantity`: what a form leaves out and what is given free shift their numbers.
 */
export function refusedField({ refusal, facts }: Pick<Act, 'refusal' | 'facts'>): string | null {
  const field = refusal?.field ?? null
  const [, no, rest] = /^lines\[(\d+)\](.*)$/.exec(field ?? '') ?? []
  const line = 'lines' in facts ? facts.lines[Number(no)] : undefined
  if (!line || !('lines' in facts)) return field
  const paying = 'free_of' in line && line.free_of ? facts.lines[line.free_of - 1] : undefined
  return paying
    ? `lines[${paying.product_id}].free[${line.product_id}]${rest}`
    : `lines[${line.product_id}]${rest}`
}

/** Returns why the office refused one of these fields, or a part of it; null where it was refused for something else. */
export function refusedAt(refused: Refused | null, ...fields: readonly string[]): string | null {
  const isAt = (field: string) =>
    refused?.field === field ||
    refused?.field?.startsWith(`${field}.`) ||
    refused?.field?.startsWith(`${field}[`)
  return refused && fields.some(isAt) ? refused.message : null
}

/** The refusal of an act, at a field of its form. */
export interface Refused {
  message: string
  field: string | null
}
