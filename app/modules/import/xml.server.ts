import { SaxesParser } from 'saxes'

/** The deepest nesting that a part of a workbook has. */
const MOST_DEEP = 50
/** The most attributes of an element: a row or a cell has about ten. */
const MOST_ATTRIBUTES = 200

/** The XML is no XML, or not what a workbook has. */
export class BrokenXml extends Error {}

/** The acts of a reader at the elements of a part. Names come without their prefix. */
export interface XmlHandler {
  /** @param path the names of the elements around it, the outermost first. */
  open?(name: string, attributes: Readonly<Record<string, string>>, path: readonly string[]): void
  close?(name: string, path: readonly string[]): void
  text?(text: string, path: readonly string[]): void
}

/**
 * Reads a part of a workbook once from its beginning to its end. What nests deeper, has more attributes or declares a
 * document type is refused: a workbook has no entities.
 *
 * @throws BrokenXml
 */
export function readXml(content: Buffer, handler: XmlHandler): void {
  const parser = new SaxesParser({ position: false, xmlns: false } as const)
  const path: string[] = []
  let attributes = 0
  parser.on('error', (error) => {
    throw new BrokenXml(error.message)
  })
  parser.on('doctype', () => {
    throw new BrokenXml('A document type is declared.')
  })
  parser.on('opentagstart', () => {
    attributes = 0
  })
  parser.on('attribute', () => {
    if (++attributes > MOST_ATTRIBUTES) throw new BrokenXml('An element has too many attributes.')
  })
  parser.on('opentag', (tag) => {
    const name = withoutPrefix(tag.name)
    handler.open?.(name, tag.attributes, path)
    path.push(name)
    if (path.length > MOST_DEEP) throw new BrokenXml('The elements nest too deep.')
  })
  parser.on('closetag', (tag) => {
    path.pop()
    handler.close?.(withoutPrefix(tag.name), path)
  })
  const text = (part: string) => handler.text?.(part, path)
  parser.on('text', text)
  parser.on('cdata', text)
  parser.write(decoded(content)).close()
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** UTF-8, or UTF-16 with its mark. */
function decoded(content: Buffer): string {
  const isWide = content[0] === 0xff && content[1] === 0xfe
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(content)
}

/** Returns an attribute whatever its prefix, such as `r:id`. */
export function attributeOf(
  attributes: Readonly<Record<string, string>>,
  name: string,
): string | undefined {
  const key = Object.keys(attributes).find((each) => withoutPrefix(each) === name)
  return key === undefined ? undefined : attributes[key]
}
