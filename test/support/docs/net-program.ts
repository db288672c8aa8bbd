import { root } from './code-blocks.ts';

const library = `${root}test/fixtures/tinify-net/src`;

/** A program in C# with the example of the page. */
export const netOf = (block: string): string => `
using System;
using System.Net.Http;
using System.Reflection;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Threading;
using TinifyAPI;

class Compress {
  static void Main() {
    var key = "YOUR_KEY";
    ${block}
    Tinify.FromFile("photo.jpg").ToFile("smaller.jpg").Wait();
  }
}

// Mono lacks these. An upload without options needs no JSON.
namespace System.Text.Json {
  static class JsonSerializer {
    public static string Serialize(object value) { throw new NotSupportedException(); }
    public static T Deserialize<T>(string text) where T : class { return null; }
  }
}
namespace System.Text.Json.Serialization {
  class JsonPropertyNameAttribute : Attribute { public JsonPropertyNameAttribute(string name) {} }
}
namespace System.Drawing { public struct Color { public byte R, G, B; } }
`;

/** Mono's compiler knows C# 7, and the library has these forms of C# 9. */
const olderForms = [
  's/ init; }/ set; }/',
  's/ApiEndpoint = new(/ApiEndpoint = new Uri(/',
  's/commands ??= /commands = commands ?? /',
  's/using var file = \\(.*\\);/using (var file = \\1)/',
  's/framework is null/framework == null/',
];

/** Compiles `file` with the library, and runs it by Mono. */
export const netCommand = (file: string): string => `cp -r ${library} tinify-net &&
  sed -i ${olderForms.map((form) => `-e '${form}'`).join(' ')} tinify-net/*.cs tinify-net/*/*.cs &&
  mcs -out:compress.exe -r:System.Net.Http ${file} tinify-net/*.cs tinify-net/*/*.cs &&
  mono compress.exe`;
