import { z } from 'zod/mini'

const MAX_BYTES = 5 * 1024 * 1024

/** A file to attach. The server alone checks its content. */
export const attachSchema = z.object({
  file: z
    .file({ error: 'Choose a file.' })
    .check(z.maxSize(MAX_BYTES, 'Choose a file of at most 5 MiB.')),
})

/** The button sends a file that the page listed; anything else is read as none. */
export const detachSchema = z.object({ attachment: z.catch(z.uuid(), '') })
