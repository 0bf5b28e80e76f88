import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ICON_NAMES } from './icon-names'

it('the file of drawings has the icons as Lucide draws them', async () => {
  const symbols = await Promise.all(
    ICON_NAMES.map(async (name) => {
      const drawn = (await import(`lucide-react/icons/${name}`)) as { default: FunctionComponent }
      const shapes = renderToStaticMarkup(createElement(drawn.default)).replace(
        /^<svg[^>]*>|<\/svg>$/g,
        '',
      )
      return `<symbol id="${name}" viewBox="0 0 24 24">${shapes}</symbol>\n`
    }),
  )
  const file = `<!-- Icons of Lucide, ISC License: see docs/licenses.md. -->\n<svg xmlns="http://www.w3.org/2000/svg">\n<title>Icons</title>\n${symbols.join('')}</svg>\n`
  await expect(file).toMatchFileSnapshot('icons.svg')
})
