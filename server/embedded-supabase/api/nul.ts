import type { WireRequest } from '../protocol.ts'

const ESCAPED = /(?<!\\)(?:\\\\)*\\u0000/

/** Returns whether a text of JSON has the character NUL, as itself or escaped. */
export const hasNul = (text: string): boolean => text.includes('\0') || ESCAPED.test(text)

/**
 * Refuses a request for rows with the character NUL, which PostgreSQL's text cannot hold. PostgreSQL refuses it in a
 * value; in the name of a column it would end the statement there, since names are part of the statement.
 *
 * Upstream: docs/upstream/lite-nul.md.
 *
 * @returns the refusal that PostgreSQL has for a value, or null.
 */
export function refuseNul({ url, body }: Pick<WireRequest, 'url' | 'body'>): Response | null {
  const text = body ? new TextDecoder().decode(body) : ''
  if (!url.includes('%00') && !hasNul(text)) return null
  const message = 'Text cannot hold the character NUL.'
  return Response.json(
    { code: '22P05', message, details: fieldWithNul(text), hint: 'invalid' },
    { status: 400 },
  )
}

/** Returns the argument or column whose value has the character, as far as the body is read; else nothing. */
function fieldWithNul(body: string): string {
  try {
    const [first] = [JSON.parse(body)].flat() as [Record<string, unknown>]
    const found = Object.entries(first).find(([, value]) => ESCAPED.test(JSON.stringify(value)))
    return found?.[0].replace(/^p_/, '') ?? ''
  } catch {
    return ''
  }
}
