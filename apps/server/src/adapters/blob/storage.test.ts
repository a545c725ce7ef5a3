import { describe, expect, it } from 'vitest'
import { parseStorage, StorageFault } from './storage.ts'

const cloud = {
  kind: 's3',
  bucket: 'ctf-files',
  region: 'eu-west-1',
  endpoint: null,
  forcePathStyle: false,
  credentials: null,
}

describe('a storage string', () => {
  it('names a folder', () => {
    expect(parseStorage('disk://path=./files')).toEqual({ kind: 'disk', path: './files' })
    expect(parseStorage(' DISK://Path=/srv/a=b c; ')).toEqual({ kind: 'disk', path: '/srv/a=b c' })
    expect(parseStorage('disk://')).toEqual({ kind: 'disk', path: './files' })
  })

  it('names a bucket in a region, with the default credentials', () => {
    expect(parseStorage('s3://bucket=ctf-files;region=eu-west-1')).toEqual(cloud)
    expect(parseStorage('aws.s3://Region=eu-west-1;BUCKET=ctf-files;')).toEqual(cloud)
    expect(parseStorage('s3://bucket=ctf-files;region=eu-west-1;accessKey=;secretKey=')).toEqual(cloud)
  })

  it('names a bucket of a server of one’s own', () => {
    expect(
      parseStorage('minio.s3://bucket=ctf;endpoint=minio:9000;accessKey=ann;secretKey=a+b/c==;useHttp=TRUE'),
    ).toEqual({
      kind: 's3',
      bucket: 'ctf',
      region: 'us-east-1',
      endpoint: 'http://minio:9000',
      forcePathStyle: true,
      credentials: { accessKey: 'ann', secretKey: 'a+b/c==', sessionToken: null },
    })
  })

  it.each([
    ['endpoint=minio:9000', 'https://minio:9000'],
    ['endpoint=http://minio:9000/', 'http://minio:9000'],
    ['endpoint=https://store.example/base', 'https://store.example/base'],
    ['endpoint=[::1]:9000;usehttp=true', 'http://[::1]:9000'],
    ['region=eu-west-1;usehttp=true', 'http://s3.eu-west-1.amazonaws.com'],
    ['region=cn-north-1;usehttp=true', 'http://s3.cn-north-1.amazonaws.com.cn'],
  ])('reads %s as %s', (text, endpoint) => {
    expect(parseStorage(`s3://bucket=ctf;${text}`)).toMatchObject({ endpoint })
  })

  it('lets path style be chosen either way, and takes a session token', () => {
    expect(parseStorage('minio.s3://bucket=ctf;region=r;forcePathStyle=false')).toMatchObject({
      forcePathStyle: false,
    })
    expect(parseStorage('s3://bucket=ctf;region=r;forcePathStyle=true')).toMatchObject({
      forcePathStyle: true,
    })
    expect(parseStorage('s3://bucket=ctf;region=r;accessKey=a;secretKey=b;sessionToken=c')).toMatchObject({
      credentials: { accessKey: 'a', secretKey: 'b', sessionToken: 'c' },
    })
  })

  it.each([
    ['', 'must begin with'],
    ['./files', 'must begin with'],
    ['ftp://path=x', 'must begin with'],
    ['disk://./files', 'without ='],
    ['disk://path=a;bucket=hunter2', 'unknown key'],
    ['s3://region=eu-west-1', 'needs bucket='],
    ['s3://bucket=ctf', 'needs region= or endpoint='],
    ['s3://bucket=ctf;region=hunter2.example/', 'invalid region'],
    ['s3://bucket=hunter2 x;region=r', 'invalid bucket'],
    ['s3://bucket=ctf;region=r;region=hunter2', 'region twice'],
    ['s3://bucket=ctf;region=r;secretKey=hunter2', 'accessKey= and secretKey= together'],
    ['s3://bucket=ctf;region=r;sessionToken=hunter2', 'accessKey= and secretKey= together'],
    ['s3://bucket=ctf;region=r;useHttp=hunter2', 'usehttp that is not true or false'],
    ['s3://bucket=ctf;endpoint=ftp://hunter2', 'must be http or https'],
    ['s3://bucket=ctf;endpoint=http://', 'not an address'],
    ['s3://bucket=ctf;endpoint=http://ann:hunter2@minio', 'plain address'],
    ['s3://bucket=ctf;endpoint=https://minio;useHttp=true', 'useHttp=true and an https endpoint'],
  ])('that is wrong is refused with a reason that repeats no value: %s', (text, reason) => {
    const parse = (): unknown => parseStorage(text)
    expect(parse).toThrow(StorageFault)
    expect(parse).toThrow(reason)
    expect(parse).not.toThrow('hunter2')
  })
})
