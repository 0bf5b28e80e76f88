import { parseWithZod } from '@conform-to/zod/v4'
import { expect, it } from 'vitest'
import { attachSchema } from './schema'

const sent = (...files: File[]) => {
  const form = new FormData()
  form.set('intent', 'attach')
  for (const file of files) form.append('files', file)
  return parseWithZod(form, { schema: attachSchema })
}
const file = (bytes: number, name = 'a.pdf') => new File([new Uint8Array(bytes)], name)
/** A browser sends this for a field without a file. */
const NONE = file(0, '')

it('takes one file and several, from two fields, without those that are empty', () => {
  for (const files of [[file(1)], [file(1), file(2)], [file(1), NONE], [NONE, file(1)]]) {
    const submission = sent(...files)
    expect(submission.status).toBe('success')
    expect(submission.status === 'success' && submission.value.files.length).toBe(
      files.filter(({ size }) => size > 0).length,
    )
  }
})

it('says at the field what is wrong', () => {
  const refusal = (...files: File[]) => {
    const submission = sent(...files)
    return submission.reply().error
  }
  expect(refusal(NONE, NONE)).toEqual({ files: ['Choose a file.'] })
  expect(refusal()).toEqual({ files: ['Choose a file.'] })
  const large = 3 * 1024 * 1024
  expect(refusal(file(large), file(large))).toEqual({
    files: ['Choose files of at most 5 MB together.'],
  })
  const eleven = Array.from({ length: 11 }, () => file(1))
  expect(refusal(...eleven)).toEqual({ files: ['Choose at most 10 files at a time.'] })
})
