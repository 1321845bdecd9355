import { describe, expect, it } from 'vitest'
import { DatabaseAddressError, databaseHosts } from './server-address.ts'

describe('a database URL', () => {
  it('names one server, in the form that the driver accepts', () => {
    for (const url of ['postgres://me:p%40ss@db.example.org:6432/sdwan?sslmode=verify-full', 'postgresql:///sdwan?host=/run/postgresql'])
      expect(databaseHosts(url).map((host) => new URL(host.url).search)).toEqual([
        new URL(url).search.replace('/run', '%2Frun').replace('%2Frun/', '%2Frun%2F'),
      ])
    expect(databaseHosts('postgres://me:p%40ss@db.example.org:6432/sdwan')).toEqual([
      { name: 'db.example.org:6432', url: 'postgres://me:p%40ss@db.example.org:6432/sdwan' },
    ])
  })

  it('names several servers, each with its port, one of which accepts writes', { tags: ['H-1.7'] }, () => {
    expect(databaseHosts('postgres://me@a:5433,b,[::1]:5434/sdwan?target_session_attrs=read-write&sslmode=require')).toEqual([
      { name: 'a:5433', url: 'postgres://me@a:5433/sdwan?sslmode=require' },
      { name: 'b', url: 'postgres://me@b/sdwan?sslmode=require' },
      { name: '[::1]:5434', url: 'postgres://me@[::1]:5434/sdwan?sslmode=require' },
    ])
    expect(databaseHosts('postgres://a,b/sdwan?target_session_attrs=primary')).toHaveLength(2)
  })

  it.each([
    ['mysql://a/b', 'postgres://'],
    ['postgres://a,/b', "''"],
    ['postgres://a:b,c/d', "'a:b'"],
    ['postgres://a:70000/d', '70000'],
    ['postgres://a/b?target_session_attrs=prefer-standby', 'the service writes'],
    ['postgres://a/b?target_session_attrs=leader', 'which is none'],
  ])('refuses %s', { tags: ['H-1.10'] }, (address, reason) => {
    expect(() => databaseHosts(address)).toThrow(DatabaseAddressError)
    expect(() => databaseHosts(address)).toThrow(reason)
  })
})
