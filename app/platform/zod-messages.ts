import { z } from 'zod'

/**
 * What zod says where a schema has no sentence of its own. Called once by each entry, so that the
 * browser and the server word it alike.
 */
export function wordSchemas(): void {
  z.config({
    customError(issue) {
      if (issue.code === 'invalid_type' && issue.input === undefined) return 'This is required.'
      if (issue.code === 'too_big' && issue.origin === 'string') {
        return `Use at most ${issue.maximum} characters.`
      }
      if (issue.code === 'too_small' && issue.origin === 'string') return 'This is too short.'
      if (issue.code === 'invalid_type') return 'This is not what belongs here.'
      if (issue.code === 'invalid_value' || issue.code === 'invalid_union') return 'Choose one.'
      return undefined
    },
  })
}
