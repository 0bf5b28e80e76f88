import { z } from 'zod/mini'

/**
 * What zod says where a schema has no sentence of its own. Called by the server's entry
 * and with the first form in the browser, so that both word it alike.
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
      return 'This is not what belongs here.'
    },
  })
}
