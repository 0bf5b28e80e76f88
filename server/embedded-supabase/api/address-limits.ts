import { type Refusal, refusal, tooComplex } from './refusals.ts'

/** Longest address, with its query, of a call through the public API. */
const URL_LENGTH = 8_000
/** Most parameters: filters, orders, arguments. */
const PARAMETERS = 40
/** Parameters that count when they are given twice: the library and PostgREST read different ones. */
const ONCE = new Set(['select', 'order', 'limit', 'offset', 'columns', 'on_conflict'])

/**
 * Checks the address of an external client's request before its query is parsed.
 *
 * @returns the refusal, or null.
 */
export function refuseAddress(href: string): Response | null {
  const problem = problemOf(href)
  return problem && refusal(problem.status, problem.code, problem.hint, problem.message)
}

function problemOf(href: string): Refusal | null {
  if (href.length > URL_LENGTH)
    return tooComplex(`The address is longer than ${URL_LENGTH} characters.`)
  const names = [...new URL(href).searchParams.keys()]
  if (names.length > PARAMETERS) return tooComplex(`There are more than ${PARAMETERS} parameters.`)
  const twice = names.find((name, at) => ONCE.has(name) && names.indexOf(name) !== at)
  return twice ? tooComplex(`"${twice}" is given more than once.`) : null
}
