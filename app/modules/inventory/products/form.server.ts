import type { Submission, SubmissionResult } from '@conform-to/react'
import type { CommandError } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { reply } from '~/platform/request/reply.server'
import type { CodeTaken } from './components/ProductFields'
import { type Product, productOfCode, readProduct } from './queries.server'
import type { ProductValues } from './schema'

/** What the product forms get back when they were refused. */
export type ProductReply = SubmissionResult<string[]> & {
  /** Who has the material code, when that is why. */
  taken?: CodeTaken | null
  /** The product as somebody saved it meanwhile. */
  saved?: Product | null
}

/**
 * Sends a product form back, with what the person needs to go on: the product that has the code
 * already, or the edited product (`id`) as it is saved now.
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
