/** The longest side that the server keeps of a picture (`app/platform/files/upload.server.ts`). */
const MAX_SIDE = 2200
/** A smaller picture is sent as it is. */
const SMALL = 1024 * 1024

/**
 * Makes the photos of a file field small before they are sent, as a phone's are larger than the most that is taken and
 * its network is slow. A file that the browser cannot draw stays as it is.
 */
export async function shrinkPictures(input: HTMLInputElement): Promise<void> {
  const files = [...(input.files ?? [])]
  const made = await Promise.all(files.map((file) => shrink(file).catch(() => file)))
  // Another choice meanwhile has the last word.
  if (made.every((file, at) => file === files[at]) || input.files?.[0] !== files[0]) return
  const list = new DataTransfer()
  for (const file of made) list.items.add(file)
  input.files = list.files
}

async function shrink(file: File): Promise<File> {
  if (!file.type.startsWith('image/') || file.size <= SMALL) return file
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85))
  if (!blob || blob.size >= file.size) return file
  return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' })
}
