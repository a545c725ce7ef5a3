/** The page's policy names the hash of this text: a browser drops any other style. */
export const style = `
:root { color-scheme: light dark; --ink: #1a1d21; --paper: #fff; --line: #c9ced6; --soft: #f2f4f7; --link: #0a58ad }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8eb; --paper: #15181c; --line: #454c56; --soft: #20252b; --link: #7ab8ff }
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
header, main { max-width: 62rem; padding: 0 1rem }
nav { padding: 0 1rem }
nav ul { margin: 0; padding: 0 0 .5rem 1rem; list-style: none; font-size: .875rem; overflow-wrap: anywhere }
nav summary, nav p { font-weight: 600; margin: .25rem 0 }
a { color: var(--link) }
h3 a, nav a { text-decoration: none }
h3 a:hover, nav a:hover { text-decoration: underline }
a:focus-visible, summary:focus-visible { outline: .15rem solid var(--link); outline-offset: .1rem }
.skip { position: absolute; left: -100rem }
.skip:focus { left: 1rem; top: 1rem; padding: .25rem .5rem; background: var(--paper) }
b { text-transform: uppercase; font-size: .8em }
code { font: .9em ui-monospace, monospace }
h3 code, dd > code { overflow-wrap: anywhere }
h2 { margin: 2.5rem 0 1rem; border-bottom: 1px solid var(--line) }
article { margin: 0 0 1.5rem; padding: 0 1rem 1rem; border: 1px solid var(--line); border-radius: .5rem; overflow-x: auto }
h3 { margin: 1rem 0 .25rem; font-size: 1.05rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: .5rem 0 1rem }
dt { font-weight: 600 }
dd { margin: 0; min-width: 0 }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; font-size: .9rem }
caption { text-align: start; font-weight: 600; padding: .25rem 0 }
th, td { border: 1px solid var(--line); padding: .25rem .5rem; text-align: start; vertical-align: top }
th { background: var(--soft) }
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 20rem 1fr; grid-template-areas: 'nav head' 'nav main' }
  header { grid-area: head }
  main { grid-area: main }
  nav { grid-area: nav; position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding-block: 1rem }
}
`
