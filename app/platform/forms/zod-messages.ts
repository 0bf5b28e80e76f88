import { z } from 'zod/mini'

/**
 * Sets zod's messages for schemas without a message of their own. The server's entry calls it, and
 * so does the first form in the browser, so that both show the same words.
 */
export function wordSchemas(): void {
  z.config({
    customError(issue) {
      if (issue.code === 'invalid_type' && issue.input === undefined) return 'This is required.'
      if (issue.code === 'too_big' && issue.origin === 'string') {
        return `Use at most ${issue.maximum} characters.`
      }
      if (issue.code === 'too_small' && issue.origin === 'string') return 'This is too short.'
      if (issue.code === 'invalid_value' || issue.code === 'invalid_union') return 'Choose one.'
      return 'Invalid value.'
    },
  })
}
