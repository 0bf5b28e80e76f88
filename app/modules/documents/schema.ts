import { z } from 'zod/mini'
import { textField } from '~/platform/forms/fields'

const MAX_BYTES = 5 * 1024 * 1024
const MOST_FILES = 10

/** Files to attach, chosen or photographed. A field without a file sends an empty one. The server alone checks their content. */
export const attachSchema = z.object({
  files: z.pipe(
    z.pipe(
      z.array(z.optional(z.file())),
      z.transform((sent) => sent.filter((file) => file !== undefined)),
    ),
    z.array(z.file()).check(
      z.minLength(1, 'Choose a file.'),
      z.maxLength(MOST_FILES, `Choose at most ${MOST_FILES} files at a time.`),
      z.refine(
        (files) => files.reduce((sum, { size }) => sum + size, 0) <= MAX_BYTES,
        'Choose files of at most 5 MB together.',
      ),
    ),
  ),
})

/** The button sends a file that the page listed; anything else is read as none. */
export const detachSchema = z.object({ file: z.catch(z.uuid(), '') })

export const commentSchema = z.object({
  note: textField(2000, 'Write a comment.').check(z.minLength(1, 'Write a comment.')),
  /** A person who was chosen from the list; without scripts the name is not in the text yet. */
  mention: z.optional(z.catch(z.uuid(), '')),
})

/** The button sends a comment that the page listed; anything else is read as none. */
export const uncommentSchema = z.object({ comment: z.catch(z.uuid(), '') })
