import { type ReactNode, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'
import { Segmented } from '../segmented.tsx'
import { Markdown } from './markdown.tsx'
import classes from './markdown-editor.module.css'

type View = 'write' | 'both' | 'read'

type Props = {
  name: string
  label: string
  value: string
  onChange: (value: string) => void
  rows?: number
  maxLength?: number
  fault?: string | undefined
  hint?: ReactNode
  /** Stores what was dropped or pasted, and answers how it is shown or linked. */
  onFiles?: (files: readonly File[]) => Promise<readonly { name: string; url: string }[]>
  texts: {
    view: string
    write: string
    both: string
    read: string
    bold: string
    italic: string
    code: string
    link: string
    list: string
    heading: string
    attach: string
    uploading: string
    empty: string
  }
}

type Tool = {
  sign: string
  text: string
  before: string
  after?: string
  /** Stands before every chosen line. */
  line?: true
}

const toolsIn = ({ heading, bold, italic, code, link, list }: Props['texts']): readonly Tool[] => [
  { sign: 'H', text: heading, before: '## ', line: true },
  { sign: 'B', text: bold, before: '**' },
  { sign: 'I', text: italic, before: '*' },
  { sign: '<>', text: code, before: '`' },
  { sign: '[]', text: link, before: '[', after: '](https://)' },
  { sign: '•', text: list, before: '- ', line: true },
]

const picture = /\.(png|jpe?g|gif|webp|avif|svg)$/i

/** Markdown beside what becomes of it. Files are dropped or pasted into it. */
export const MarkdownEditor = ({
  name,
  label,
  value,
  onChange,
  rows = 14,
  maxLength,
  fault,
  hint,
  onFiles,
  texts,
}: Props) => {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const [view, setView] = useState<View>('both')
  const [uploading, setUploading] = useState(0)
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const seen = useDeferredValue(value)

  /** Through the browser's own editing, so that it can be undone. */
  const insert = (text: string): void => {
    const box = area.current
    box?.focus()
    // oxlint-disable-next-line no-deprecated -- nothing else keeps the history of what was typed
    if (box === null || !document.execCommand('insertText', false, text)) onChange(latest.current + text)
  }

  const wrap = (before: string, after = before): void => {
    const box = area.current
    if (box === null) return
    const chosen = box.value.slice(box.selectionStart, box.selectionEnd)
    const start = box.selectionStart + before.length
    insert(before + chosen + after)
    box.setSelectionRange(start, start + chosen.length)
  }

  const prefix = (mark: string): void => {
    const box = area.current
    if (box === null) return
    const from = box.value.lastIndexOf('\n', box.selectionStart - 1) + 1
    box.setSelectionRange(from, box.selectionEnd)
    insert(
      box.value
        .slice(from, box.selectionEnd)
        .split('\n')
        .map((line) => mark + line)
        .join('\n'),
    )
  }

  const take = async (files: readonly File[]): Promise<void> => {
    if (onFiles === undefined || files.length === 0) return
    setUploading((count) => count + files.length)
    try {
      const stored = await onFiles(files)
      insert(
        stored
          .map((one) => `${picture.test(one.name) ? '!' : ''}[${escaped(one.name)}](${one.url})`)
          .join('\n'),
      )
    } finally {
      setUploading((count) => count - files.length)
    }
  }

  const mark = ({ before, after, line }: Tool): void => (line === true ? prefix(before) : wrap(before, after))

  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <label htmlFor={id} className={classes.label}>
          {label}
        </label>
        {view !== 'read' && (
          <div className={classes.tools}>
            {toolsIn(texts).map((tool) => (
              <button
                key={tool.sign}
                type="button"
                className={classes.tool}
                aria-label={tool.text}
                title={tool.text}
                onClick={() => mark(tool)}
              >
                {tool.sign}
              </button>
            ))}
            {onFiles !== undefined && (
              <button
                type="button"
                className={classes.tool}
                aria-label={texts.attach}
                title={texts.attach}
                onClick={() => chooser.current?.click()}
              >
                <Icon name="upload" size={16} />
              </button>
            )}
          </div>
        )}
        <Segmented<View>
          label={texts.view}
          size="small"
          value={view}
          options={[
            { value: 'write', label: texts.write },
            { value: 'both', label: texts.both },
            { value: 'read', label: texts.read },
          ]}
          onChange={setView}
        />
      </div>
      <div className={classes.panes} data-view={view}>
        {view !== 'read' && (
          <textarea
            ref={area}
            id={id}
            name={name}
            className={classes.area}
            rows={rows}
            maxLength={maxLength}
            value={value}
            aria-invalid={fault === undefined ? undefined : true}
            aria-describedby={fault === undefined ? undefined : `${id}-fault`}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
            onPaste={(event) => {
              const files = [...event.clipboardData.files]
              if (files.length === 0 || onFiles === undefined) return
              event.preventDefault()
              void take(files)
            }}
            onDragOver={(event) => {
              if (onFiles !== undefined && event.dataTransfer.types.includes('Files')) event.preventDefault()
            }}
            onDrop={(event) => {
              const files = [...event.dataTransfer.files]
              if (files.length === 0 || onFiles === undefined) return
              event.preventDefault()
              void take(files)
            }}
          />
        )}
        {view !== 'write' && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys, too
          <section className={classes.preview} aria-label={`${label}: ${texts.read}`} tabIndex={0}>
            {seen.trim() === '' ? <p className={classes.empty}>{texts.empty}</p> : <Markdown source={seen} />}
          </section>
        )}
      </div>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          void take([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <p className={classes.state} aria-live="polite">
        {uploading > 0 ? texts.uploading : ''}
      </p>
      {fault !== undefined && (
        <p id={`${id}-fault`} className={classes.fault}>
          {fault}
        </p>
      )}
      {hint !== undefined && <div className={classes.hint}>{hint}</div>}
    </div>
  )
}

const escaped = (name: string): string => name.replace(/[[\]\\]/g, '\\$&')
