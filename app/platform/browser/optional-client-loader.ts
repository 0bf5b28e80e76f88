import type { ClientLoaderFunctionArgs } from '@remix-run/react'

/**
 * The `clientLoader` of what a page asks while a form is filled in: choices, duplicates, figures. Where no answer comes, the
 * page does without; its failure would take the form away, and what was typed into it.
 */
export async function optionalClientLoader({
  serverLoader,
}: ClientLoaderFunctionArgs): Promise<unknown> {
  try {
    return await serverLoader()
  } catch (error) {
    // A way elsewhere, or a refusal.
    if (error instanceof Response && error.status < 500) throw error
    return null
  }
}
