import { useState } from 'react'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { CheckField, PasswordField, SelectField, TextArea, TextField } from '../../ui/fields.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import classes from './gallery.module.css'

const rigs = ['sloop', 'ketch', 'brig'] as const

export const Fields = () => {
  const [text, setText] = useState('Night Watch')
  const [rig, setRig] = useState<(typeof rigs)[number]>('ketch')
  const [ticked, setTicked] = useState(true)
  return (
    <section className={classes.part} aria-labelledby="fields">
      <h2 id="fields">{'Fields'}</h2>
      <SearchBox label="Search" clear="Clear" value={text} shortcut={false} onChange={setText} />
      <TextField name="name" label="Name" hint="Visible to everyone" value={text} onChange={setText} />
      <TextField
        name="fault"
        label="With a fault"
        fault="That is taken"
        mono
        value={text}
        onChange={setText}
      />
      <TextField name="disabled" label="Disabled" disabled value={text} onChange={setText} />
      <PasswordField name="password" label="Password" reveal="Show" value={text} onChange={setText} />
      <TextArea name="words" label="Words" rows={3} value={text} onChange={setText} />
      <SelectField
        name="rig"
        label="Rig"
        value={rig}
        options={rigs.map((value) => ({ value, label: value }))}
        onChange={setRig}
      />
      <CheckField
        name="tick"
        label="Hide solved"
        hint="For this browser"
        checked={ticked}
        onChange={setTicked}
      />
      <ChoiceField
        label="Moored"
        value={rig}
        options={rigs.map((value) => ({ value, label: value, hint: `As a ${value} is` }))}
        onChange={setRig}
      />
      <FileDrop label="Choose a file" hint="Or drop it here" onFiles={() => undefined} />
    </section>
  )
}
