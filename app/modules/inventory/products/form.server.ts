import type { Submission, SubmissionResult } from '@conform-to/react'
import type { CommandError } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { reply } from '~/platform/request/reply.server'
import type { CodeTaken } from './components/ProductFields'
import { type Product, productOfCode, readProduct } from './queries.server'
import type { ProductValues } from './schema'

/** The answer to a refused product form. */
export type ProductReply = SubmissionResult<string[]> & {
  /** The product that uses the material code, when this is the reason. */
  taken?: CodeTaken | null
  /** The product as another user saved it meanwhile. */
  saved?: Product | null
}

/**
 * Returns a product form to the user, with the data needed to continue: the product that uses the
 * code already, or the edited product (`id`) as it is saved now.
 */
export async function productRefused(
  db: Db,
  projectId: string,
  submission: Submission<Record<string, unknown>, string[], ProductValues>,
  error: CommandError,
  id: string | null = null,
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
    saved: error.code === 'stale_version' && id ? await readProduct(db, projectId, id) : null,
  }
  return reply(answer, error.status)
}
