"""The same question by the clients for `/v1` that are written in Python: the answer, its tokens and a refusal."""

import json
import sys

import litellm
import openai
from langchain_openai import ChatOpenAI

base, key, question = sys.argv[1:]
messages = [{"role": "user", "content": question}]
client = openai.OpenAI(base_url=base, api_key=key)
seen = {}

whole = client.chat.completions.create(model="docent", messages=messages)
seen["openai"] = [whole.choices[0].message.content, whole.usage.total_tokens]
chunks = client.chat.completions.create(
    model="docent", messages=messages, stream=True, stream_options={"include_usage": True}
)
text, tokens = "", None
for chunk in chunks:
    text += "".join(choice.delta.content or "" for choice in chunk.choices)
    tokens = chunk.usage.total_tokens if chunk.usage else tokens
seen["openai, streamed"] = [text, tokens]
seen["model"] = client.models.retrieve("docent").id
try:
    client.chat.completions.create(model="docent", messages=messages, n=2)
except openai.BadRequestError as error:
    seen["refused"] = [error.code, error.param]
try:
    openai.OpenAI(base_url=base, api_key="wrong", max_retries=0).models.list()
except openai.AuthenticationError as error:
    seen["stranger"] = error.status_code

answer = ChatOpenAI(base_url=base, api_key=key, model="docent").invoke(question)
seen["langchain"] = [answer.content, answer.usage_metadata["total_tokens"]]
answer = litellm.completion(model="openai/docent", api_base=base, api_key=key, messages=messages)
seen["litellm"] = [answer.choices[0].message.content, answer.usage.total_tokens]
print(json.dumps(seen))
