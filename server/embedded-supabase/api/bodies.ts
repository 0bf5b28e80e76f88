import type { ApiRequest } from './endpoints.ts'
import { headerOf } from './wire-request.ts'

const FUNCTION = /^\/rest\/v1\/rpc\/(\w+)/
const EMPTY_OBJECT = /^\{\s*\}$/

/**
 * Refuses a body of JSON that is no row and no arguments, such as `5`, `"x"` or `{}`, of which the library would make a statement that
 * PostgreSQL cannot read. A call takes its arguments by their names, a change one row, and an insert one row or a list of them.
 *
 * @returns the refusal that PostgREST has for such a body, or null.
 */
export function refuseBody({
  method,
  address,
  headers,
  body,
}: Pick<ApiRequest, 'method' | 'address' | 'headers' | 'body'>): Response | null {
  const type = headerOf({ headers }, 'content-type') ?? 'application/json'
  if (!body || !['POST', 'PATCH', 'PUT'].includes(method) || !type.startsWith('application/json'))
    return null
  const text = new TextDecoder().decode(body).trim()
  // A call without arguments has no body. Whatever begins as an object is one, or is refused by the library.
  if (text === '') return null
  if (text.startsWith('{')) {
    const isRow = method !== 'PATCH' && !FUNCTION.test(address)
    return isRow && EMPTY_OBJECT.test(text) ? noRow() : null
  }
  const isList = method !== 'PATCH' && !FUNCTION.test(address) && text.startsWith('[')
  return isList && !hasEmptyRow(text) ? null : noRow()
}

/** Returns whether a list has a row without a column. The library refuses all others that are none. */
function hasEmptyRow(text: string): boolean {
  if (!/\{\s*\}/.test(text)) return false
  try {
    const rows = JSON.parse(text) as unknown[]
    return rows.some((row) => row instanceof Object && Object.keys(row).length === 0)
  } catch {
    return false
  }
}

const noRow = () =>
  Response.json(
    { code: 'PGRST102', details: null, hint: null, message: 'Empty or invalid json' },
    { status: 400 },
  )

/**
 * Refuses to run all integrity checks at once for an external client: the embedded database would answer nobody else meanwhile, and
 * the client would be told that the database does not respond.
 */
export function refuseWholeCheck({
  address,
  source,
  body,
}: Pick<ApiRequest, 'address' | 'source' | 'body'>): Response | null {
  const [path = '', query = ''] = address.split('?')
  if (!source?.external || FUNCTION.exec(path)?.[1] !== 'verify_books') return null
  const text = body ? new TextDecoder().decode(body) : ''
  if (/"p_part"\s*:\s*"?\d/.test(text) || /(^|&)p_part=\d/.test(query)) return null
  const message = 'The checks run in parts here: call verify_books with p_part, from 1 on.'
  return Response.json(
    { code: '22023', message, details: 'part', hint: 'invalid' },
    { status: 400 },
  )
}
