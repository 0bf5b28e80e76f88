import type { Submission, SubmissionResult } from '@conform-to/react'
import type { CommandError } from '~/platform/command.server'
import type { Db } from '~/platform/context'
import { reply } from '~/platform/reply.server'
import type { CodeTaken } from './components/ProductFields'
import { productOfCode } from './queries.server'
import type { ProductValues } from './schema'

/** What the product forms get back when they were refused. */
export type ProductReply = SubmissionResult<string[]> & {
  /** Who has the material code, when that is why. */
  taken?: CodeTaken | null
  /** Somebody saved the product meanwhile. */
  stale?: boolean
}

/** Sends a product form back, naming the product that has the code already. */
export async function productRefused(
  db: Db,
  projectId: string,
  submission: Submission<Record<string, unknown>, string[], ProductValues>,
  error: CommandError,
) {
  const value = submission.status === 'success' ? submission.value : null
  const taken =
    error.field === 'material_code' && value
      ? await productOfCode(db, projectId, value.material_code)
      : null
  const answer: ProductReply = {
    ...submission.reply(
      error.field
        ? { fieldErrors: { [error.field]: [error.message] } }
        : { formErrors: [error.message] },
    ),
    taken,
    stale: error.code === 'stale_version',
  }
  return reply(answer, error.status)
}
