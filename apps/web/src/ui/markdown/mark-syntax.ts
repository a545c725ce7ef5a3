import { syntaxTree } from '@codemirror/language'
import { type Range, RangeSet } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import classes from './markdown-editor.module.css'

const strong = Decoration.mark({ class: classes.strong ?? '' })
const emphasis = Decoration.mark({ class: classes.emphasis ?? '' })
const dim = Decoration.mark({ class: classes.mark ?? '' })

const looks: readonly [RegExp, Decoration][] = [
  [/^(ATXHeading\d|SetextHeading\d|StrongEmphasis)$/, strong],
  [/^Emphasis$/, emphasis],
  [/^(\w+Mark|URL|CodeInfo|LinkLabel|HorizontalRule)$/, dim],
]

const marksIn = (view: EditorView): DecorationSet => {
  const marks: Range<Decoration>[] = []
  for (const { from, to } of view.visibleRanges)
    syntaxTree(view.state).iterate({
      from,
      to,
      enter(node) {
        for (const [names, look] of looks)
          if (names.test(node.name) && node.to > node.from) marks.push(look.range(node.from, node.to))
      },
    })
  return RangeSet.of(marks, true)
}

export const markSyntax = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = marksIn(view)
    }
    update({ view, docChanged, viewportChanged, startState, state }: ViewUpdate): void {
      if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
        this.decorations = marksIn(view)
    }
  },
  { decorations: ({ decorations }) => decorations },
)
